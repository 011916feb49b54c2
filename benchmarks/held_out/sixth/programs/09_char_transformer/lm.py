"""char-level transformer, one file (inspired by nanoGPT). Trains for a few steps on CPU and samples.

Config can be overridden: python lm.py --set layers=2 --set steps=30
"""
import argparse
import collections
import json
import logging
import math
import random
import time
from typing import NamedTuple

import numpy as np
import tensorflow as tf

TEXT = ("the quick brown fox jumps over the lazy dog. " * 20 +
        "pack my box with five dozen liquor jugs. " * 20)
log = logging.getLogger("lm")


class Config(NamedTuple):
    layers: int = 2
    heads: int = 2
    dim: int = 32
    block: int = 24
    batch: int = 8
    steps: int = 24
    lr: float = 2e-2
    dropout: float = 0.1


class Timer:
    def __init__(self, name, book):
        self.name, self.book = name, book

    def __enter__(self):
        self.t0 = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.book[self.name].append(time.perf_counter() - self.t0)


book = collections.defaultdict(list)


class Linear(tf.Module):
    def __init__(self, n_in, n_out, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([n_in, n_out], stddev=1 / math.sqrt(n_in)), name="w")
        self.b = tf.Variable(tf.zeros([n_out]), name="b")

    def __call__(self, x):
        return tf.einsum("...i,io->...o", x, self.w) + self.b


def layer_norm(x):
    mean, var = tf.nn.moments(x, [-1], keepdims=True)
    return (x - mean) * tf.math.rsqrt(var + 1e-5)


class Attention(tf.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.qkv, self.proj = Linear(cfg.dim, 3 * cfg.dim), Linear(cfg.dim, cfg.dim)
        self.scale = 1.0 / math.sqrt(cfg.dim // cfg.heads)
        self.maps = None

    def __call__(self, x, training):
        t = x.shape[1]
        q, k, v = [tf.transpose(tf.reshape(a, [-1, t, self.cfg.heads, self.cfg.dim // self.cfg.heads]), [0, 2, 1, 3])
                   for a in tf.split(self.qkv(x), 3, axis=-1)]
        att = tf.matmul(q, k, transpose_b=True) * self.scale
        causal = np.tril(np.ones((t, t), "float32"))
        att = tf.nn.softmax(tf.where(causal > 0, att, -1e9))
        self.maps = att
        if training and self.cfg.dropout > 0:
            att = tf.nn.dropout(att, self.cfg.dropout)
        y = tf.reshape(tf.transpose(tf.matmul(att, v), [0, 2, 1, 3]), [-1, t, self.cfg.dim])
        return self.proj(y)


class Block(tf.Module):
    def __init__(self, cfg):
        super().__init__()
        self.att, self.up, self.down = Attention(cfg), Linear(cfg.dim, 2 * cfg.dim), Linear(2 * cfg.dim, cfg.dim)

    def __call__(self, x, training):
        with Timer("attention", book):
            x = x + self.att(layer_norm(x), training)
        return x + self.down(tf.nn.gelu(self.up(layer_norm(x))))


class LM(tf.Module):
    def __init__(self, vocab, cfg):
        super().__init__()
        self.cfg = cfg
        self.tok = tf.Variable(tf.random.normal([vocab, cfg.dim]) * 0.05)
        self.pos = tf.Variable(tf.random.normal([cfg.block, cfg.dim]) * 0.05)
        self.blocks = [Block(cfg) for _ in range(cfg.layers)]
        self.head = Linear(cfg.dim, vocab)

    def __call__(self, ids, training=False):
        x = tf.gather(self.tok, ids) + self.pos[:ids.shape[1]]
        for block in self.blocks:
            x = block(x, training)
        return self.head(layer_norm(x))


class Adam:
    """own optimizer"""

    def __init__(self, variables, lr):
        self.lr, self.t = lr, 0
        self.m = [tf.Variable(tf.zeros_like(v)) for v in variables]
        self.v = [tf.Variable(tf.zeros_like(v)) for v in variables]

    def apply(self, grads, variables):
        self.t += 1
        c1, c2 = 1 - 0.9 ** self.t, 1 - 0.999 ** self.t
        for m, s, g, var in zip(self.m, self.v, grads, variables):
            g = tf.convert_to_tensor(g)
            m.assign(0.9 * m + 0.1 * g)
            s.assign(0.999 * s + 0.001 * tf.square(g))
            var.assign_sub(self.lr * (m / c1) / (tf.sqrt(s / c2) + 1e-8))


def make_step(model, opt):
    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
        opt.apply(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
        return loss
    return step


class Corpus:
    def __init__(self, text):
        self.chars = sorted(set(text))
        self.ids = np.array([self.chars.index(c) for c in text], "int32")

    def batch(self, n, block):
        starts = [random.randrange(len(self.ids) - block - 1) for _ in range(n)]
        x = np.stack([self.ids[s:s + block] for s in starts])
        y = np.stack([self.ids[s + 1:s + block + 1] for s in starts])
        return tf.constant(x), tf.constant(y)


@tf.function
def next_logits(model, ids, temperature=1.0):
    return model(ids)[:, -1] / temperature


def sample(model, corpus, prompt, n, block):
    ids = [corpus.chars.index(c) for c in prompt]
    for _ in range(n):
        logits = next_logits(model, tf.constant([ids[-block:]]), 0.8)
        ids.append(int(tf.random.categorical(logits, 1)[0, 0]))
    return "".join(corpus.chars[i] for i in ids)


def show_attention(model):
    return np.asarray(model.blocks[0].att.maps).mean(axis=0)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--set", action="append", default=[])
    ap.add_argument("--attention", action="store_true")
    args = ap.parse_args()
    over = {k: json.loads(v) for k, v in (item.split("=") for item in args.set)}
    cfg = Config(**over)
    logging.basicConfig(level=logging.INFO)
    random.seed(1)
    corpus = Corpus(TEXT)
    model = LM(len(corpus.chars), cfg)
    step = make_step(model, Adam(model.trainable_variables, cfg.lr))
    for i in range(cfg.steps):
        loss = step(*corpus.batch(cfg.batch, cfg.block))
        if i % 8 == 0:
            log.info("step %d loss %.3f", i, float(loss))
    print(repr(sample(model, corpus, "the q", 10, cfg.block)))
    print({k: (len(v), round(sum(v), 3)) for k, v in book.items()})
    if args.attention:
        print(show_attention(model))


if __name__ == "__main__":
    main()
