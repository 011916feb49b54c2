"""First-order MAML on sine regression, with evaluation on held-out tasks."""
import argparse
import json
import os
import random
import tempfile

import numpy as np
import tensorflow as tf


class SineTask:
    def __init__(self, rng):
        self.amp = rng.uniform(0.5, 2.0)
        self.phase = rng.uniform(0, np.pi)
        self.rng = rng

    def batch(self, n=8):
        x = self.rng.uniform(-3, 3, (n, 1)).astype("float32")
        return x, (self.amp * np.sin(x + self.phase)).astype("float32")


def tasks(seed, n):
    rng = np.random.RandomState(seed)
    return [SineTask(rng) for _ in range(n)]


def init_params(width=16):
    shapes = [(1, width), (width,), (width, 1), (1,)]
    return [tf.Variable(tf.random.normal(s, stddev=0.3)) for s in shapes]


def forward(p, x):
    return tf.tanh(x @ p[0] + p[1]) @ p[2] + p[3]


def mse(p, x, y):
    return tf.reduce_mean((forward(p, x) - y) ** 2)


class MetaLearner:
    def __init__(self, inner_lr=0.05):
        self.params = init_params()
        self.inner_lr = inner_lr
        self.opt = tf.keras.optimizers.Adam(1e-2)
        self.opt.build(self.params)
        self.adapted = None
        self.meta_steps = 0

    def inner(self, x, y, steps=2):
        fast = [tf.identity(p) for p in self.params]
        for _ in range(steps):
            with tf.GradientTape() as tape:
                tape.watch(fast)
                loss = mse(fast, x, y)
            fast = [f - self.inner_lr * g for f, g in zip(fast, tape.gradient(loss, fast))]
        return fast

    @tf.function
    def meta_step(self, xs, ys, xq, yq):
        self.meta_steps += 1
        with tf.GradientTape() as tape:
            fast = self.inner(xs, ys)
            loss = mse(fast, xq, yq)
        self.adapted = fast
        grads = tape.gradient(loss, self.params)
        self.opt.apply_gradients(zip(grads, self.params))
        return loss

    def adapt(self, task, steps):
        local = [tf.Variable(p) for p in self.params]
        opt = tf.keras.optimizers.SGD(self.inner_lr)
        opt.build(local)

        @tf.function
        def tune(x, y):
            with tf.GradientTape() as tape:
                loss = mse(local, x, y)
            opt.apply_gradients(zip(tape.gradient(loss, local), local))
            return loss

        x, y = task.batch()
        for _ in range(steps):
            loss = tune(x, y)
        return float(loss)


@tf.function
def curve(params, lo, hi):
    xs = tf.linspace(lo, hi, 5)[:, None]
    return tf.cast(forward(params, tf.cast(xs, tf.float32)), tf.float32)


def plot_points(params, radius):
    c = curve(params, -3.0, 3.0)
    for k in range(1, radius + 1):
        c = curve(params, -1.0 * k, 1.0 * k)
    return c.numpy()


def save(params, folder):
    path = os.path.join(folder, "params.json")
    with open(path, "w") as f:
        json.dump([p.numpy().tolist() for p in params], f)
    return os.path.getsize(path)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--iters", type=int, default=20)
    args = ap.parse_args()
    random.seed(0)
    meta = MetaLearner()
    pool = tasks(0, 5)
    for i in range(args.iters):
        task = random.choice(pool)
        loss = meta.meta_step(*task.batch(), *task.batch())
        if i % 10 == 9:
            print(i, round(float(loss), 3))
    print("meta steps", meta.meta_steps, "held out", [round(meta.adapt(t, 4), 3) for t in tasks(1, 3)])
    print(plot_points(meta.params, 4).ravel().round(2))
    with tempfile.TemporaryDirectory() as d:
        print(save(meta.params, d))


if __name__ == "__main__":
    main()
