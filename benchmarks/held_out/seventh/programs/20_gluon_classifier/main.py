"""Gluon MLP with hybridized custom blocks."""
import logging
import time

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

logging.basicConfig(level=logging.INFO, format="%(message)s")


class NoiseBlock(gluon.HybridBlock):
    """Additive noise during training."""

    def __init__(self, sigma=0.1, **kwargs):
        super().__init__(**kwargs)
        self.sigma = sigma
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        if autograd.is_training():
            x = F.broadcast_add(x, self.sigma * F.random.normal(shape=(1, 16)))
        return x


class ScaledDense(gluon.HybridBlock):
    def __init__(self, units, in_units, **kwargs):
        super().__init__(**kwargs)
        self.alpha = 1.0
        self.init_gain = np.random.uniform(0.9, 1.1)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, in_units))
            self.bias = self.params.get("bias", shape=(units,), init="zeros")
        self.units = units
        self.outputs = []

    def hybrid_forward(self, F, x, weight, bias):
        jitter = np.random.normal(1.0, 0.05)
        y = F.FullyConnected(x, weight * self.init_gain, bias, num_hidden=self.units)
        y = y * self.alpha * jitter
        self.outputs.append(y)
        print("ScaledDense output", y)
        return y


class Net(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.noise = NoiseBlock(0.2)
            self.body = nn.HybridSequential()
            self.body.add(ScaledDense(32, 16), nn.Activation("relu"), nn.Dropout(0.1))
            self.head = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return self.head(self.body(self.noise(x)))


class PlainMonitor(gluon.Block):
    """Not hybrid: runs in Python at each call."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norms = []

    def forward(self, x):
        self.norms.append(float(x.norm().asscalar()))
        return x


def clusters(n, rng):
    centers = rng.normal(size=(4, 16)) * 1.5
    y = rng.integers(0, 4, n)
    return (centers[y] + rng.normal(size=(n, 16))).astype("float32"), y.astype("float32")


def evaluate(net, loader):
    metric = mx.metric.Accuracy()
    for x, y in loader:
        metric.update([y], [net(x)])
    return metric.get()[1]


def main():
    mx.random.seed(0)
    np.random.seed(0)
    rng = np.random.default_rng(0)
    x, y = clusters(400, rng)
    data = gluon.data.ArrayDataset(x, y)
    loader = gluon.data.DataLoader(data, batch_size=40, shuffle=True)
    net, monitor = Net(), PlainMonitor()
    net.initialize(mx.init.Xavier())
    net.hybridize()
    net(nd.zeros((2, 16)))
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    tic = time.time()
    dense = net.body[0]
    losses = []
    for epoch in range(4):
        total = 0.0
        for xb, yb in loader:
            with autograd.record():
                out = monitor(net(xb))
                loss = loss_fn(out, yb)
            loss.backward()
            trainer.step(len(xb))
            total += float(loss.mean().asscalar())
        losses.append(total / len(loader))
        dense.alpha *= 0.8
        trainer.set_learning_rate(trainer.learning_rate * 0.9)
        logging.info("epoch %d loss %.4f acc %.3f", epoch, losses[-1], evaluate(net, loader))
    print("calls", net.noise.calls, "outputs", len(dense.outputs), "monitor", len(monitor.norms))
    before = net(nd.ones((1, 16))).asnumpy()
    dense.alpha = 100.0
    after = net(nd.ones((1, 16))).asnumpy()
    print("alpha 100 changes output by", float(np.abs(before - after).max()), f"{time.time() - tic:.1f}s")


if __name__ == "__main__":
    main()
