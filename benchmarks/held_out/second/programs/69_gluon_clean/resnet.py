"""A residual network without surprises."""
import logging
import time

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import nn


class Residual(nn.HybridBlock):
    def __init__(self, ch, project=False, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.conv1 = nn.Conv2D(ch, 3, padding=1)
            self.conv2 = nn.Conv2D(ch, 3, padding=1)
            self.proj = nn.Conv2D(ch, 1) if project else None

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv1(x))
        y = self.conv2(y)
        if self.proj is not None:
            x = self.proj(x)
        return F.relu(x + y)


class Head(nn.HybridBlock):
    def __init__(self, classes, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.fc = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        x = F.mean(x, axis=(2, 3))
        return self.fc(F.reshape(x, shape=(0, -1)))


def build():
    net = nn.HybridSequential()
    net.add(Residual(4, True), Residual(4), Head(3))
    net.initialize()
    net.hybridize(static_alloc=True)
    return net


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    net = build()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    loss_fn = gluon.loss.SoftmaxCELoss()
    history = []
    for step in range(3):
        x = mx.nd.random.uniform(shape=(2, 1, 6, 6))
        y = mx.nd.array([0, 2])
        t = time.time()
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(2)
        history.append(loss.mean().asscalar())
        logging.info("step %d %.3f %.2fs", step, history[-1], time.time() - t)
