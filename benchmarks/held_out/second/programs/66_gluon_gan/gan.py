import random

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon
from mxnet.gluon import nn


class NoisyGenerator(nn.HybridBlock):
    def __init__(self, out, **kw):
        super().__init__(**kw)
        self.sigma = 0.1
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Dense(8, activation="relu"), nn.Dense(out))

    def hybrid_forward(self, F, z):
        y = self.body(z)
        if random.random() < 0.5:
            y = -y
        return y + self.sigma * F.random.normal(shape=(4, 6))


class MinibatchStd(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, mean)), axis=0))
        s = std.mean().asscalar()
        return x * s


class Discriminator(nn.HybridBlock):
    def __init__(self, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.std = MinibatchStd()
            self.fc = nn.Dense(1)

    def hybrid_forward(self, F, x):
        x = self.std(x)
        x += 1
        x = x * 2
        return self.fc(x)


def main():
    g, d = NoisyGenerator(6), Discriminator()
    for net in (g, d):
        net.initialize()
        net.hybridize()
    loss = gluon.loss.SigmoidBinaryCrossEntropyLoss()
    opt = gluon.Trainer(g.collect_params(), "adam")
    for i in range(3):
        z = mx.nd.random.normal(shape=(4, 2))
        with autograd.record():
            l = loss(d(g(z)), mx.nd.ones((4, 1)))
        l.backward()
        opt.step(4, ignore_stale_grad=True)
        print(i, float(l.mean().asscalar()), np.random.rand())


if __name__ == "__main__":
    main()
