import argparse
import logging
import random

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, npx
from mxnet.gluon import nn

from layers import LegacyTower, SafeScore, Tagger, Temperature

npx.set_np()
logging.basicConfig(level=logging.INFO)
log = logging.getLogger("tagger")
VOCAB, TAGS, LENGTH = 30, 4, 8


def corpus(n, seed=0):
    rng = onp.random.default_rng(seed)
    ids = rng.integers(0, VOCAB, (n, LENGTH))
    return mx.np.array(ids, dtype="int32"), mx.np.array(ids % TAGS, dtype="int32")


class Trainer:
    def __init__(self, net, lr=5e-3):
        self.net = net
        self.loss = gluon.loss.SoftmaxCrossEntropyLoss()
        self.opt = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": lr})
        self.curve = []

    def epoch(self, x, y, batch=16):
        starts = list(range(0, len(x), batch))
        random.shuffle(starts)
        for s in starts:
            xb, yb = x[s:s + batch], y[s:s + batch]
            with autograd.record():
                loss = self.loss(self.net(xb), yb).mean()
            loss.backward()
            self.opt.step(1)
            self.curve.append(float(loss))
        log.info("loss %.3f", self.curve[-1])


def accuracy(net, x, y):
    pred = net(x).argmax(axis=-1).asnumpy()
    return float((pred == y.asnumpy()).mean())


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--guard", action="store_true")
    args = ap.parse_args()
    mx.random.seed(3)
    random.seed(3)
    x, y = corpus(64)
    net = Tagger(VOCAB, 16, TAGS)
    net.initialize(mx.init.Xavier())
    net.hybridize()
    trainer = Trainer(net)
    for _ in range(3):
        trainer.epoch(x, y)
    print("accuracy", accuracy(net, x, y), "stamps", len(net.pos.times))
    tower = LegacyTower(8)
    tower.initialize()
    tower.hybridize()
    print("legacy", tower(net.emb(x[:2])).shape)
    head = nn.HybridSequential()
    head.add(Temperature(), SafeScore())
    head.initialize()
    if args.guard:
        head.hybridize()
    print("calibrated", head(net(x[:2])).shape)


if __name__ == "__main__":
    main()
