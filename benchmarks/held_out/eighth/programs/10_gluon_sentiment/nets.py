import logging

import numpy as np
from mxnet import gluon
from mxnet.gluon import nn


class NoisyEncoder(gluon.HybridBlock):
    def __init__(self, vocab, dim, noise_scale=0.2, **kwargs):
        super().__init__(**kwargs)
        self.noise_scale = noise_scale
        self.calls = 0
        with self.name_scope():
            self.embed = nn.Embedding(vocab, dim)
            self.proj = nn.Dense(dim, flatten=False, activation="relu")

    def hybrid_forward(self, F, tokens):
        self.calls += 1
        h = self.embed(tokens)
        h = F.broadcast_add(h, self.noise_scale * F.random.normal(shape=(1, 12, 1)))
        h = self.proj(h)
        if np.random.rand() < 0.5:
            h = F.reverse(h, axis=1)
        return F.Dropout(h, p=0.1)


class AttentionPool(gluon.HybridBlock):
    def __init__(self, tracker, heads=2, **kwargs):
        super().__init__(**kwargs)
        self.tracker = tracker
        self.heads = heads
        with self.name_scope():
            self.score = nn.Dense(heads, flatten=False)
            self.scale = self.params.get("scale", shape=(1,), init="ones")

    def hybrid_forward(self, F, h, scale):
        weights = F.softmax(F.broadcast_mul(self.score(h), scale), axis=1)
        pooled = []
        for k in range(self.heads):
            w = F.slice_axis(weights, axis=2, begin=k, end=k + 1)
            pooled.append(F.sum(F.broadcast_mul(w, h), axis=1))
        out = F.concat(*pooled, dim=1)
        self.tracker.count("pool")
        if isinstance(self.heads, int) and self.heads > 4:
            out = F.slice_axis(out, axis=1, begin=0, end=64)
        return out


class Classifier(gluon.HybridBlock):
    def __init__(self, vocab, tracker, dim=16, classes=2, **kwargs):
        super().__init__(**kwargs)
        self.kept = []
        with self.name_scope():
            self.encoder = NoisyEncoder(vocab, dim)
            self.pool = AttentionPool(tracker)
            self.head = nn.Dense(classes)

    def hybrid_forward(self, F, tokens):
        h = self.encoder(tokens)
        logging.info("encoded %s", h)
        pooled = self.pool(h)
        self.kept.append(pooled)
        return self.head(pooled)


def describe(net, x):
    """Eager norms of a plain Block run."""
    out = net(x)
    norm = out.norm().asscalar()
    if norm > 1e3:
        print("large output", norm)
    return norm


def build_net(vocab, tracker):
    return Classifier(vocab, tracker)
