import numpy as np
import tensorflow as tf


class MiniAdam(tf.Module):
    """Adam from the paper, with a plain apply()."""

    def __init__(self, lr=1e-3, b1=0.9, b2=0.999, eps=1e-8):
        super().__init__()
        self.lr, self.b1, self.b2, self.eps = lr, b1, b2, eps
        self.t = 1
        self.m, self.v = [], []

    def build(self, params):
        if not self.m:
            self.m = [tf.Variable(tf.zeros_like(p), trainable=False) for p in params]
            self.v = [tf.Variable(tf.zeros_like(p), trainable=False) for p in params]

    def apply(self, grads, params):
        for g, p, m, v in zip(grads, params, self.m, self.v):
            m.assign(self.b1 * m + (1 - self.b1) * g)
            v.assign(self.b2 * v + (1 - self.b2) * tf.square(g))
            mh = m / (1 - self.b1 ** self.t)
            vh = v / (1 - self.b2 ** self.t)
            p.assign_sub(self.lr * mh / (tf.sqrt(vh) + self.eps))
        self.t += 1


class Lookahead:
    def __init__(self, inner, k=5, alpha=0.5):
        self.inner, self.k, self.alpha = inner, k, alpha
        self.counter = 0
        self.slow = None

    def step(self, grads, params):
        if self.slow is None:
            self.slow = [tf.Variable(p) for p in params]
        self.inner.apply(grads, params)
        self.counter = self.counter + 1
        if self.counter % self.k == 0:
            for s, p in zip(self.slow, params):
                s.assign_add(self.alpha * (p - s))
                p.assign(s)
