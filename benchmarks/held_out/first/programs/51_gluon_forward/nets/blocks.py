from mxnet import nd
from mxnet.gluon import HybridBlock
from mxnet.gluon import nn


class Base(HybridBlock):
    def __init__(self, ch, prefix=None):
        super().__init__(prefix=prefix)
        self.ch = ch


class ConvBN(Base):
    def __init__(self, ch):
        super().__init__(ch)
        with self.name_scope():
            self.conv = nn.Conv2D(ch, 3, padding=1)
            self.bn = nn.BatchNorm()

    def forward(self, x):
        return nd.relu(self.bn(self.conv(x)))


class Tower(Base):
    def __init__(self, ch, n=2):
        super().__init__(ch)
        with self.name_scope():
            self.stages = nn.HybridSequential()
            for _ in range(n):
                self.stages.add(nn.Conv2D(ch, 3, padding=1))
            self.gain = self.params.get("gain", shape=(1,), init="ones")
            self.flat = nn.Flatten()

    def hybrid_forward(self, F, x, gain):
        y = F.broadcast_mul(self.stages(x), gain.reshape((1, 1, 1, 1)))
        return self.flat(y) * self.gain.data()


class Plain(nn.Block):
    def forward(self, x):
        return nd.relu(x)
