from mxnet import gluon, nd
from mxnet.gluon import nn


class ResidualUnit(gluon.HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(channels, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        return x + self.body(x)


class ChannelGate(gluon.HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.gamma = self.params.get("gamma", shape=(1, channels, 1, 1), init="ones")
            self.fc = nn.Dense(channels, activation="sigmoid")

    def hybrid_forward(self, F, x, gamma):
        pooled = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        gate = F.reshape(self.fc(pooled), shape=(0, 0, 1, 1))
        scale = self.gamma.data()
        return F.broadcast_mul(F.broadcast_mul(x, gate), scale)
