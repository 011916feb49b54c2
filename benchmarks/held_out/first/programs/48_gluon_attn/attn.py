import math
import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock, nn


class Attention(HybridBlock):
    def __init__(self, units, scaled=True, **kwargs):
        super(Attention, self).__init__(**kwargs)
        self._scaled = scaled
        self._units = units
        with self.name_scope():
            self.q = nn.Dense(units, flatten=False, use_bias=False)
            self.k = nn.Dense(units, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, key, mask=None):
        q, k = self.q(query), self.k(key)
        scores = F.batch_dot(q, k, transpose_b=True)
        if self._scaled:
            scores = scores / math.sqrt(self._units)
        if mask is not None:
            scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        scores = scores / float(query.shape[1])
        return F.softmax(scores, axis=-1)


class Gate(HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x)
        if s > 0:
            return F.relu(x)
        return x


class Pool(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.max(x, axis=1)


def main():
    q = nd.ones((2, 3, 4))
    outs = []
    for net, args in ((Attention(4), (q, q)), (Gate(), (q,)), (Pool(), (q,))):
        net.initialize()
        print(type(net).__name__, net(*args).shape)
        net.hybridize()
        try:
            outs.append(net(*args).asnumpy())
        except Exception as e:
            print(type(net).__name__, type(e).__name__, str(e)[:80])
    return outs


if __name__ == "__main__":
    main()
