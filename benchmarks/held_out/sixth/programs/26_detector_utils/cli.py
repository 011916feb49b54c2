"""Smoke commands for the detector helpers: python cli.py [match|decode|greedy|unique|distance|oneoff]..."""
import sys
import logging
import time

import numpy as np
import tensorflow as tf

from det.boxes import anchors, diagonal_np
from det.decode import BoxDecoder, make_decode
from det.match import Matcher, Pruner

logging.basicConfig(level=logging.INFO)
COMMANDS = {}


def command(fn):
    COMMANDS[fn.__name__] = fn
    return fn


def truth(n, seed=0):
    rng = np.random.default_rng(seed)
    c, h = rng.uniform(8, 24, (n, 2)), rng.uniform(3, 7, (n, 2))
    return tf.constant(np.concatenate([c - h, c + h], 1), tf.float32)


@command
def match():
    m, a = Matcher(), anchors(32, 8)
    for n in (1, 2, 3, 4):
        lab, _ = m.match(a, truth(n, n))
        print(n, "positives", int(tf.reduce_sum(tf.cast(lab == 1, tf.int32))))
    print("stats kept:", len(m.stats), "traces", m.match.experimental_get_tracing_count())


@command
def decode():
    d, a = BoxDecoder(), anchors(32, 8)
    bad = tf.fill([len(a), 4], float("nan"))
    print(d.summary(d.decode(a, tf.zeros([len(a), 4]))))
    print("nan passes:", bool(tf.reduce_any(tf.math.is_nan(d.decode(a, bad)))))
    try:
        d.decode_checked(a, bad)
    except tf.errors.InvalidArgumentError as e:
        print("checked:", str(e).split("\n")[0][:60])


@command
def nms():
    b = truth(6)
    p = Pruner()
    print(p.reference(b, tf.linspace(0.0, 1.0, 6)).shape)


@command
def greedy():
    p = Pruner()
    print(p.greedy(truth(4), tf.constant([0.1, 0.9, 0.3, 0.2])))


@command
def unique():
    p = Pruner()
    print(p.unique(tf.constant([2, 0, 2])))


@command
def distance():
    m = Matcher()
    t = truth(2)
    print("numpy", diagonal_np(t[0].numpy()))
    print(m.distance(t[0], t[1]))


@command
def oneoff():
    a = anchors(32, 8)
    print(make_decode(0.2)(a, tf.zeros([len(a), 4]))[0])


def main(names):
    for name in names:
        t0 = time.time()
        COMMANDS[name]()
        print(f"-- {name} {time.time() - t0:.2f}s")


if __name__ == "__main__":
    main(sys.argv[1:] or ["match", "decode", "nms"])
