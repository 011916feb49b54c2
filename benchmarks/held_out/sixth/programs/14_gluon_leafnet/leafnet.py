"""Leaf disease classifier in Gluon (legacy ndarray interface).

    python leafnet.py               train, then run the preprocessing in front
    python leafnet.py --deploy      the same with hybridized preprocessing
"""
import argparse
import logging
import random
import time

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("leafnet")
CTX = mx.cpu()


class ChannelGate(nn.HybridBlock):
    """squeeze and excitation"""

    def __init__(self, channels, ratio=4, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // ratio, activation="relu")
            self.fc2 = nn.Dense(channels, activation="sigmoid")
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        s = F.mean(x, axis=(2, 3))
        g = self.fc2(self.fc1(s)).expand_dims(2).expand_dims(3)
        return F.broadcast_mul(x, g)


class StochasticDepth(nn.HybridBlock):
    def __init__(self, body, p=0.5, **kw):
        super().__init__(**kw)
        self.body = body
        self.p = p

    def keep(self):
        return random.random() < self.p

    def hybrid_forward(self, F, x):
        if self.p < 1.0 and not self.keep():
            return x
        return x + self.body(x)


class CenterCrop(nn.HybridBlock):
    def __init__(self, size, **kw):
        super().__init__(**kw)
        self.size = size

    def hybrid_forward(self, F, x):
        h = x.shape[2]
        o = (h - self.size) // 2
        x = F.slice_axis(x, axis=2, begin=o, end=o + self.size)
        return F.slice_axis(x, axis=3, begin=o, end=o + self.size)


class Clamp(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        y[:] = F.minimum(y, 6)
        return y


class LeafNet(nn.HybridBlock):
    def __init__(self, classes=3, verbose=False, **kw):
        super().__init__(**kw)
        self.verbose = verbose
        with self.name_scope():
            self.stem = nn.Conv2D(8, 3, padding=1)
            self.bn = nn.BatchNorm()
            self.blocks = nn.HybridSequential()
            for _ in range(2):
                self.blocks.add(StochasticDepth(nn.Conv2D(8, 3, padding=1, in_channels=8)))
            self.gate = ChannelGate(8)
            self.pool = nn.GlobalAvgPool2D()
            self.out = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        x = F.relu(self.bn(self.stem(x)))
        x = self.gate(self.blocks(x))
        if self.verbose:
            print("trunk", x)
        noise = F.random.normal(shape=(1,)) * 0
        return self.out(self.pool(F.broadcast_add(x, noise)))


class EvalHead(nn.Block):
    """a plain Block: never hybridized"""

    def forward(self, logits):
        best = logits.argmax(axis=1).asnumpy()
        print("votes", np.bincount(best.astype(int), minlength=3))
        return best


def leaves(n, rs):
    y = rs.randint(0, 3, n)
    x = rs.rand(n, 3, 16, 16).astype("float32") * 0.4
    for i, c in enumerate(y):
        x[i, c] += 0.5
    return nd.array(x), nd.array(y)


def train(net, x, y, epochs=2, batch=16):
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 1e-2})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    order = list(range(len(x)))
    for epoch in range(epochs):
        random.shuffle(order)
        total, t0 = 0.0, time.time()
        for i in range(0, len(order), batch):
            idx = nd.array(order[i:i + batch])
            xb, yb = nd.take(x, idx), nd.take(y, idx)
            with autograd.record():
                loss = loss_fn(net(xb), yb).mean()
            loss.backward()
            trainer.step(1, ignore_stale_grad=True)
            total += loss.asscalar()
        log.info("epoch %d loss %.3f %.1fs", epoch, total, time.time() - t0)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--verbose", action="store_true")
    ap.add_argument("--deploy", action="store_true", help="crop + clamp in front, everything hybridized")
    args = ap.parse_args()
    rs = np.random.RandomState(0)
    mx.random.seed(0)
    x, y = leaves(64, rs)
    net = LeafNet(verbose=args.verbose)
    net.initialize(mx.init.Xavier(), ctx=CTX)
    net(x[:2])  # shapes
    net.hybridize()
    train(net, x, y)
    EvalHead()(net(x))
    log.info("gate ran %d times", net.gate.calls)
    pre = nn.HybridSequential()
    pre.add(CenterCrop(12), Clamp())
    if args.deploy:
        pre.hybridize()
    print("deployed output", net(pre(x[:4])).shape)


if __name__ == "__main__":
    main()
