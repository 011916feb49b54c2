import mxnet as mx
from mxnet.gluon import nn


class Anchor(nn.HybridBlock):
    def __init__(self, n, **kw):
        super().__init__(**kw)
        self.n = n
        self.base = mx.nd.ones((1, n))
        with self.name_scope():
            self.ratio = self.params.get_constant("ratio", mx.nd.ones((1, n)))

    def hybrid_forward(self, F, x, ratio):
        x = F.broadcast_mul(x, ratio)
        return F.broadcast_mul(x, self.base)


class Gate(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        if x.sum() > 0:
            return x
        return -x


class SafeGate(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, x, -x)


class Rows(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for row in x:
            total = total + row
        return total


class Stack(nn.HybridBlock):
    def __init__(self, depth, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.layers = nn.HybridSequential()
            for _ in range(depth):
                self.layers.add(nn.Dense(4))

    def hybrid_forward(self, F, x):
        outs = []
        for layer in self.layers:
            x = layer(x)
            outs.append(x)
        return F.stack(*outs)


class Act(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return mx.nd.relu(x)
