import logging
import time

import mxnet as mx
from mxnet import gluon, init, nd
from mxnet.gluon import nn, rnn

logging.basicConfig(level=logging.INFO)
logger = logging.getLogger("tagger")


class Highway(gluon.HybridBlock):
    def __init__(self, units, layers=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.stack = nn.HybridSequential()
            for _ in range(layers):
                self.stack.add(nn.Dense(units, flatten=False, activation="relu"))
            self.gate = nn.Dense(units, flatten=False, activation="sigmoid")

    def hybrid_forward(self, F, x):
        t = self.gate(x)
        h = self.stack(x)
        logger.info("gate %s", t)
        return t * h + (1 - t) * x


class ScaledDot(gluon.HybridBlock):
    def __init__(self, units, scale_inputs=True, **kwargs):
        super().__init__(**kwargs)
        self.scale_inputs = scale_inputs
        self.history = []
        with self.name_scope():
            self.q = nn.Dense(units, flatten=False)
            self.k = nn.Dense(units, flatten=False)
            self.temp = self.params.get("temp", shape=(1,), init=init.One())

    def hybrid_forward(self, F, x, temp):
        q, k = self.q(x), self.k(x)
        s = F.batch_dot(q, k, transpose_b=True)
        if self.scale_inputs:
            s = F.broadcast_div(s, temp.reshape((1, 1, 1)))
        w = F.softmax(s)
        self.history.append(w)
        return F.batch_dot(w, x)


class LengthMask(gluon.HybridBlock):
    def hybrid_forward(self, F, x, lengths):
        steps = F.contrib.arange_like(x, axis=1)
        mask = F.broadcast_lesser(F.reshape(steps, shape=(1, -1)), F.reshape(lengths, shape=(-1, 1)))
        return F.broadcast_mul(x, F.expand_dims(mask, 2))


class PadToEven(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        if x.shape[1] % 2:
            x = F.concat(x, F.slice_axis(x, axis=1, begin=-1, end=None), dim=1)
        return x


class Centre(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        x -= F.mean(x, axis=1, keepdims=True)
        return x


class Tagger(gluon.HybridBlock):
    def __init__(self, vocab, units, tags, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.emb = nn.Embedding(vocab, units)
            self.highway = Highway(units)
            self.att = ScaledDot(units)
            self.mask = LengthMask()
            self.out = nn.Dense(tags, flatten=False)

    def hybrid_forward(self, F, tokens, lengths):
        x = self.highway(self.emb(tokens))
        x = self.mask(self.att(x), lengths)
        return self.out(x)


def evaluate(net, n=4):
    t0 = time.time()
    preds = []
    for i in range(n):
        tokens = nd.random.randint(0, 20, (2, 6)).astype("float32")
        out = net(tokens, nd.array([6, 4]))
        preds.append(out.argmax(axis=2).asnumpy())
    logger.info("%d batches in %.2fs, shape %s", n, time.time() - t0, out.shape)
    return preds


def try_block(block, x):
    block.initialize()
    eager = block(x)
    block.hybridize()
    try:
        block(x)
    except Exception as e:
        logger.info("%s: %s", type(block).__name__, type(e).__name__)
    return eager.shape


if __name__ == "__main__":
    net = Tagger(20, 8, 3)
    net.initialize(init.Xavier())
    net.hybridize()
    evaluate(net)
    print("attention history", len(net.att.history))
    print(try_block(PadToEven(), nd.ones((2, 5, 4))), try_block(Centre(), nd.ones((2, 5, 4))))
