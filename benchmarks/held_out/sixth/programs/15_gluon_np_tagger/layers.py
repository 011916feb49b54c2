"""Blocks for the tagger, NumPy interface of MXNet."""
import logging
import time

import mxnet as mx
import numpy as onp
from mxnet import npx
from mxnet.gluon import nn

npx.set_np()
log = logging.getLogger(__name__)


class PositionalScale(nn.HybridBlock):
    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.units = units
        self.scale = 1.0 / onp.sqrt(units)
        self.times = []

    def stamp(self):
        self.times.append(time.time())

    def hybrid_forward(self, F, x):
        self.stamp()
        return x * float(self.scale)


class GlobalContext(nn.HybridBlock):
    """adds the average of the sentence to every token"""

    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.proj = nn.Dense(units, flatten=False)
        self.last = None

    def hybrid_forward(self, F, x):
        ctx = F.np.mean(x, axis=1, keepdims=True)
        self.last = ctx
        return x + self.proj(ctx)


class SafeScore(nn.HybridBlock):
    """scores, guarded against all-negative rows"""

    def hybrid_forward(self, F, x):
        if x.max() < 0:
            return F.npx.relu(x)
        first = x[:, 0]
        return x - F.np.expand_dims(first, 1) * 0


class Temperature(nn.HybridBlock):
    def __init__(self, value=2.0, **kw):
        super().__init__(**kw)
        self.value = mx.np.array([value])

    def hybrid_forward(self, F, x):
        return x / self.value


class LegacyTower(nn.HybridBlock):
    """kept for old checkpoints"""

    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.fc = nn.Dense(units, flatten=False)

    def forward(self, x):
        log.info("legacy tower %s", x.shape)
        return npx.relu(self.fc(x))


class Tagger(nn.HybridBlock):
    def __init__(self, vocab, units, tags, legacy=False, **kw):
        super().__init__(**kw)
        self.emb = nn.Embedding(vocab, units)
        self.pos = PositionalScale(units)
        self.ctx = GlobalContext(units)
        self.body = nn.HybridSequential()
        for _ in range(2):
            self.body.add(nn.Dense(units, activation="relu", flatten=False))
        self.out = nn.Dense(tags, flatten=False)

    def hybrid_forward(self, F, ids):
        h = self.ctx(self.pos(self.emb(ids)))
        return self.out(self.body(h))
