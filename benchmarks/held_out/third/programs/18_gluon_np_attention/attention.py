import math

import numpy as onp
from mxnet import gluon, np, npx
from mxnet.gluon import nn

npx.set_np()


class SelfAttention(gluon.HybridBlock):
    def __init__(self, units, heads=2, scale_by_norm=False):
        super().__init__()
        self.units = units
        self.scale = 1.0 / math.sqrt(units // heads)
        self.query = nn.Dense(units, flatten=False)
        self.key = nn.Dense(units, flatten=False)
        self.value = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x, mask=None):
        q, k, v = self.query(x), self.key(x), self.value(x)
        scores = F.npx.batch_dot(q, k, transpose_b=True) * self.scale
        if mask is not None:
            scores = scores + mask
        weights = F.npx.softmax(scores, axis=-1)
        return F.npx.batch_dot(weights, v)


class GatedResidual(gluon.HybridBlock):
    def __init__(self, units, limit=10.0):
        super().__init__()
        self.limit = limit
        self.proj = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x, y):
        gate = F.npx.sigmoid(self.proj(x))
        if gate.mean() > 0.9:
            return x
        return gate * x + (1 - gate) * y


class Pooler(gluon.HybridBlock):
    def __init__(self, units):
        super().__init__()
        self.dense = nn.Dense(units, activation="tanh")
        self.bias = np.zeros((units,))

    def hybrid_forward(self, F, x):
        first = x[:, 0]
        return self.dense(first) + self.bias
