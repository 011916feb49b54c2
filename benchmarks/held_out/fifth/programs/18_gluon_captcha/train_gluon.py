"""Gluon classifier with a small attention block (legacy nd interface)."""
import argparse
import random

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn


class ChannelAttention(gluon.HybridBlock):
    def __init__(self, channels, **kw):
        super().__init__(**kw)
        self.calls = 0
        self.channels = channels
        with self.name_scope():
            self.fc = nn.Dense(channels, activation="sigmoid")

    def hybrid_forward(self, F, x):
        self.calls += 1
        w = self.fc(F.mean(x, axis=(2, 3)))
        w = F.reshape(w, shape=(-1, self.channels, 1, 1))
        return F.broadcast_mul(x, w)


class FlattenHead(gluon.HybridBlock):
    def __init__(self, classes, verbose=False, **kw):
        super().__init__(**kw)
        self.verbose = verbose
        with self.name_scope():
            self.out = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        if self.verbose:
            pass
        n = x.shape[0]
        x = F.reshape(x, shape=(n, -1))
        return self.out(x)


class SafeHead(gluon.HybridBlock):
    def __init__(self, classes, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.out = nn.Dense(classes)

    def hybrid_forward(self, F, x, mask=None):
        x = F.reshape(x, shape=(0, -1))
        if mask is not None:
            x = F.broadcast_mul(x, mask)
        return self.out(x)


class EagerStats(gluon.Block):
    def forward(self, x):
        print("mean", float(x.mean().asscalar()))
        return x


class Net(gluon.HybridBlock):
    def __init__(self, head, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.features = nn.HybridSequential()
            for c in (4, 8):
                self.features.add(nn.Conv2D(c, 3, padding=1, activation="relu"))
            self.att = ChannelAttention(8)
            self.head = head

    def hybrid_forward(self, F, x):
        x = self.att(self.features(x))
        x = x * random.uniform(0.9, 1.1)
        return self.head(x)


def batches(n, size):
    rng = np.random.RandomState(0)
    for _ in range(n):
        x = rng.rand(size, 1, 8, 8).astype("float32")
        yield nd.array(x), nd.array((x.mean((1, 2, 3)) > 0.5).astype("float32"))


def train(net, n=6):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for i, (x, y) in enumerate(batches(n, 4)):
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(x.shape[0])
        print(i, loss.mean().asscalar())


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--head", choices=["safe", "flat"], default="safe")
    args = p.parse_args()
    net = Net(SafeHead(2) if args.head == "safe" else FlattenHead(2))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    train(net)
    EagerStats()(nd.ones((2, 2)))
    print("attention calls", net.att.calls)


if __name__ == "__main__":
    main()
