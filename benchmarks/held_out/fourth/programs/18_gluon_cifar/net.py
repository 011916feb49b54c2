import logging

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn


class ResBlock(gluon.HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0
        with self.name_scope():
            self.conv1 = nn.Conv2D(channels, 3, padding=1)
            self.conv2 = nn.Conv2D(channels, 3, padding=1)
            self.bn = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        h = F.relu(self.bn(self.conv1(x)))
        h = self.conv2(h)
        self.calls += 1
        return F.relu(x + h)


class Attention(gluon.HybridBlock):
    def __init__(self, channels, use_scale=True, **kwargs):
        super().__init__(**kwargs)
        self.use_scale = use_scale
        with self.name_scope():
            self.fc = nn.Dense(channels, activation="sigmoid")

    def hybrid_forward(self, F, x):
        w = self.fc(F.mean(x, axis=(2, 3)))
        print("attention", self.name, w)
        w = F.reshape(w, (0, 0, 1, 1))
        if self.use_scale:
            x = F.broadcast_mul(x, w)
        return x


class Net(gluon.HybridBlock):
    def __init__(self, classes=10, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.stem = nn.Conv2D(8, 3, padding=1)
            self.blocks = nn.HybridSequential()
            for _ in range(2):
                self.blocks.add(ResBlock(8))
            self.att = Attention(8)
            self.out = nn.Dense(classes)

    def hybrid_forward(self, F, x):
        x = self.blocks(self.stem(x))
        x = self.att(x)
        x = F.reshape(x, (x.shape[0], -1))
        return self.out(x)


class Logger(gluon.Block):
    def forward(self, x):
        logging.info("mean %s", x.mean().asscalar())
        return x
