"""Rating prediction with a gated factorisation, Gluon."""
import collections
import random

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd

CONFIG = {"dim": 8, "users": 50, "items": 40, "lr": 0.02, "epochs": 4, "batch": 64, "gate": True, "penalty": 0.0}
call_stats = collections.defaultdict(int)


class Gate(gluon.HybridBlock):
    def __init__(self, dim, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.threshold = threshold
        with self.name_scope():
            self.proj = gluon.nn.Dense(dim, activation="sigmoid", in_units=dim)

    def hybrid_forward(self, F, x):
        g = self.proj(x)
        call_stats["gate"] += 1
        return F.where(g > self.threshold, g * x, F.zeros_like(x))


class Factor(gluon.HybridBlock):
    def __init__(self, cfg, **kwargs):
        super().__init__(**kwargs)
        self.cfg = cfg
        self.drop_users = 0.3
        self.last_gate = None
        with self.name_scope():
            self.user = gluon.nn.Embedding(cfg["users"], cfg["dim"])
            self.item = gluon.nn.Embedding(cfg["items"], cfg["dim"])
            if cfg["gate"]:
                self.gate = Gate(cfg["dim"])

    def hybrid_forward(self, F, u, i):
        p, q = self.user(u), self.item(i)
        if self.cfg["gate"]:
            p = self.gate(p)
            self.last_gate = p
        if random.random() < self.drop_users:
            p = F.ones_like(p)
        return F.sum(p * q, axis=-1)


class PenaltyLoss(gluon.HybridBlock):
    def __init__(self, cfg, **kwargs):
        super().__init__(**kwargs)
        self.cfg = cfg

    def hybrid_forward(self, F, pred, target):
        err = F.square(pred - target)
        return F.mean(err + self.cfg["penalty"] * F.abs(pred))


class MeanTracker:
    def __init__(self):
        self.values = collections.deque(maxlen=100)

    def add(self, value):
        self.values.append(value)

    def mean(self):
        return sum(self.values) / max(len(self.values), 1)


def ratings(cfg, rng, n=1500):
    pu, qi = rng.normal(size=(cfg["users"], 3)), rng.normal(size=(cfg["items"], 3))
    u, i = rng.integers(0, cfg["users"], n), rng.integers(0, cfg["items"], n)
    return u.astype("float32"), i.astype("float32"), (pu[u] * qi[i]).sum(1).astype("float32")


def batches(arrays, size, rng):
    order = rng.permutation(len(arrays[0]))
    for s in range(0, len(order) - size + 1, size):
        call_stats["batches"] += 1
        yield [nd.array(a[order[s:s + size]]) for a in arrays]


def main():
    random.seed(3)
    mx.random.seed(3)
    rng = np.random.default_rng(3)
    cfg = dict(CONFIG)
    data = ratings(cfg, rng)
    net, loss_fn = Factor(cfg), PenaltyLoss(cfg)
    net.initialize(mx.init.Normal(0.3))
    net.hybridize()
    loss_fn.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": cfg["lr"]})
    tracker = MeanTracker()
    for epoch in range(cfg["epochs"]):
        for u, i, r in batches(data, cfg["batch"], rng):
            with autograd.record():
                loss = loss_fn(net(u, i), r)
            loss.backward()
            trainer.step(1)
            tracker.add(loss.asscalar())
        cfg["penalty"] += 0.05
        print("epoch", epoch, "loss", round(float(tracker.mean()), 4))
    pred = net(u, i)
    shown = float(loss_fn(pred, r).asscalar())
    want = float(((pred - r) ** 2 + cfg["penalty"] * pred.abs()).mean().asscalar())
    print("loss shown", round(shown, 4), "with penalty", round(want, 4), dict(call_stats))
    print("gate holds", type(net.last_gate).__name__)
    net.hybridize(active=False)
    net(u, i)
    print("imperative gate mean", float(net.last_gate.mean().asscalar()), call_stats["gate"])


if __name__ == "__main__":
    main()
