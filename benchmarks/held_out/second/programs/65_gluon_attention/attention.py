import math

import mxnet as mx
from mxnet.gluon import nn


class SelfAttention(nn.HybridBlock):
    def __init__(self, dim, scale=True, **kw):
        super().__init__(**kw)
        self.dim = dim
        self.scale = scale
        self.weights = None
        with self.name_scope():
            self.q = nn.Dense(dim, flatten=False)
            self.k = nn.Dense(dim, flatten=False)
            self.v = nn.Dense(dim, flatten=False)

    def hybrid_forward(self, F, x, mask=None):
        q, k, v = self.q(x), self.k(x), self.v(x)
        score = F.batch_dot(q, k, transpose_b=True)
        if self.scale:
            score = score / math.sqrt(self.dim)
        if mask is not None:
            score = F.broadcast_add(score, mask)
        w = F.softmax(score, axis=-1)
        self.weights = w
        return F.batch_dot(w, v)


class Pool(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[1]
        return F.sum(x, axis=1) / n


class Last(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return x[:, -1]


class First(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=1)


def run(block, x):
    block.initialize()
    block.hybridize()
    try:
        print(type(block).__name__, block(x).shape)
    except Exception as e:
        print(type(block).__name__, "failed", type(e).__name__)


if __name__ == "__main__":
    x = mx.nd.random.normal(shape=(2, 3, 4))
    att = SelfAttention(4)
    run(att, x)
    print(att.weights)
    for b in (Pool(), Last(), First()):
        run(b, x)
