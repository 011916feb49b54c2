import logging

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn

LOG = logging.getLogger("se")


class SEBlock(gluon.HybridBlock):
    def __init__(self, channels, ratio=2, **kw):
        super().__init__(**kw)
        self.n_calls = 0
        self.stats = []
        with self.name_scope():
            self.fc1 = nn.Dense(channels // ratio, activation="relu")
            self.fc2 = nn.Dense(channels)

    def _remember(self, w):
        self.stats.append(w)

    def hybrid_forward(self, F, x):
        w = F.mean(x, axis=(2, 3))
        w = F.sigmoid(self.fc2(self.fc1(w)))
        self._remember(w)
        return F.broadcast_mul(x, F.expand_dims(F.expand_dims(w, 2), 3))


class Recorder(gluon.Block):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.stats = []

    def forward(self, x):
        y = self.net(x)
        self.stats.append(float(y.mean().asscalar()))
        LOG.info("mean %s", self.stats[-1])
        return y


def main(n=4):
    net = SEBlock(4)
    net.initialize()
    net.hybridize()
    rec = Recorder(net)
    for _ in range(n):
        rec(nd.ones((2, 4, 3, 3)))
    return net, rec


if __name__ == "__main__":
    main()
