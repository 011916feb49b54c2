#!/usr/bin/env python3
"""Model-agnostic meta learning on sine waves (Finn et al. 2017), reading-group version."""
import argparse
import sys
import time
from functools import partial

import keras
import numpy as np
import tensorflow as tf

K_SHOT = 5
POLISH = 150


def sine_task(rng, k=K_SHOT):
    amp, phase = rng.uniform(0.5, 3.0), rng.uniform(0, np.pi)
    x = rng.uniform(-4, 4, (2 * k, 1)).astype("float32")
    y = (amp * np.sin(x + phase)).astype("float32")
    return (x[:k], y[:k]), (x[k:], y[k:])


def init_weights(hidden=20, seed=0):
    g = tf.random.Generator.from_seed(seed)
    shapes = [(1, hidden), (hidden,), (hidden, hidden), (hidden,), (hidden, 1), (1,)]
    return [tf.Variable(g.normal(s) * (0.3 if len(s) == 2 else 0.0)) for s in shapes]


def net(w, x):
    h = tf.nn.relu(x @ w[0] + w[1])
    h = tf.nn.relu(h @ w[2] + w[3])
    return h @ w[4] + w[5]


def mse(w, x, y):
    return tf.reduce_mean((net(w, x) - y) ** 2)


def adapt(w, x, y, lr, steps=1):
    fast = [tf.identity(v) for v in w]
    for _ in range(steps):
        with tf.GradientTape() as tape:
            tape.watch(fast)
            loss = mse(fast, x, y)
        fast = [f - lr * g for f, g in zip(fast, tape.gradient(loss, fast))]
    return fast


def adapt_copies(w, x, y, lr):
    """as in the first notebook: real variables, own optimizer"""
    copies = [tf.Variable(v) for v in w]
    with tf.GradientTape() as tape:
        loss = mse(copies, x, y)
    for c, g in zip(copies, tape.gradient(loss, copies)):
        c.assign_sub(lr * g)
    return copies


class MetaLearner:
    def __init__(self, weights, inner_lr=0.01, copies=False):
        self.weights = weights
        self.inner_lr = inner_lr
        self.adapt = adapt_copies if copies else adapt
        self.failed = []

    @tf.function
    def meta_step(self, opt, support, query):
        with tf.GradientTape() as tape:
            fast = self.adapt(self.weights, *support, self.inner_lr)
            loss = mse(fast, *query)
        grads = tape.gradient(loss, self.weights)
        opt.apply_gradients(zip(grads, self.weights))
        return loss

    def compare(self, optimizers, rng, n):
        """the same meta-objective with several outer optimizers"""
        table = {}
        for name, opt in optimizers.items():
            try:
                for _ in range(n):
                    loss = self.meta_step(opt, *sine_task(rng))
                table[name] = float(loss)
            except ValueError as err:
                self.failed.append(name)
                print(name, "failed:", str(err).splitlines()[0][:80], file=sys.stderr)
        return table


@tf.function
def polish(w0, b0, x, y):
    """long least-squares refinement of the last layer"""
    for _ in range(POLISH):
        r = x @ w0 + b0 - y
        w0 = w0 - 0.01 * tf.matmul(x, r, transpose_a=True) / float(K_SHOT)
        b0 = b0 - 0.01 * tf.reduce_mean(r)
    return w0, b0


def evaluate(weights, rng, tasks=4, lr=0.01):
    errors = []
    for _ in range(tasks):
        (sx, sy), (qx, qy) = sine_task(rng)
        fine = tf.function(partial(adapt, lr=lr, steps=2))
        fast = fine(weights, tf.constant(sx), tf.constant(sy))
        errors.append(float(mse(fast, qx, qy)))
    return np.mean(errors)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--copies", action="store_true")
    ap.add_argument("--iterations", type=int, default=10)
    args = ap.parse_args()
    rng = np.random.default_rng(1)
    learner = MetaLearner(init_weights(), copies=args.copies)
    started = time.perf_counter()
    table = learner.compare({"sgd": keras.optimizers.SGD(1e-2, momentum=0.9),
                             "adam": keras.optimizers.Adam(1e-3)}, rng, args.iterations)
    print("outer losses", table, "failed", learner.failed)
    print("adapted error", evaluate(learner.weights, rng))
    (sx, sy), _ = sine_task(rng)
    w, b = polish(tf.zeros([1, 1]), tf.zeros([1]), sx, sy)
    print("line fit", w.numpy().ravel(), b.numpy(), f"{time.perf_counter() - started:.1f}s")


if __name__ == "__main__":
    main()
