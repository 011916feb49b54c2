from mxnet import gluon
from mxnet.gluon import nn

from blocks import ChannelGate, ResidualUnit


class ResNet(gluon.HybridBlock):
    def __init__(self, units=2, channels=4, classes=3, gated=False, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.stem = nn.Conv2D(channels, 3, padding=1)
            self.features = nn.HybridSequential()
            for _ in range(units):
                self.features.add(ResidualUnit(channels))
                if gated:
                    self.features.add(ChannelGate(channels))
            self.output = nn.HybridSequential()
            self.output.add(nn.GlobalAvgPool2D(), nn.Dense(classes))

    def forward(self, x):
        x = (x - x.mean()) / 2.0
        x = self.stem(x).relu()
        return self.output(self.features(x))


def resnet(**kwargs):
    return ResNet(**kwargs)
