"""First-order style meta learning on sine regression."""
import argparse
import functools
import time

import numpy as np
import tensorflow as tf


def timed(fn):
    totals = {"calls": 0, "seconds": 0.0}

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        tic = time.perf_counter()
        out = fn(*args, **kwargs)
        totals["calls"] += 1
        totals["seconds"] += time.perf_counter() - tic
        return out

    wrapper.totals = totals
    return wrapper


class SineTask:
    def __init__(self, rng):
        self.amp, self.phase = rng.uniform(0.5, 2.0), rng.uniform(0, np.pi)
        self.rng = rng

    def sample(self, n):
        x = self.rng.uniform(-3, 3, (n, 1)).astype("float32")
        return tf.constant(x), tf.constant(self.amp * np.sin(x + self.phase), tf.float32)


def init_params(widths, seed):
    rng = np.random.default_rng(seed)
    params = []
    for a, b in zip(widths[:-1], widths[1:]):
        params.append(tf.Variable(rng.normal(0, a ** -0.5, (a, b)), dtype=tf.float32))
        params.append(tf.Variable(tf.zeros(b)))
    return params


def forward(params, x):
    for i in range(0, len(params), 2):
        x = tf.matmul(x, params[i]) + params[i + 1]
        if i + 2 < len(params):
            x = tf.nn.relu(x)
    return x


@timed
def mse(params, x, y):
    return tf.reduce_mean(tf.square(forward(params, x) - y))


class MetaLearner:
    def __init__(self, inner_lr=0.05, inner_steps=2):
        self.params = init_params([1, 32, 32, 1], 0)
        self.opt = tf.keras.optimizers.Adam(3e-3)
        self.inner_lr = inner_lr
        self.inner_steps = inner_steps

    def adapt(self, x, y, inner_lr):
        fast = [tf.identity(p) for p in self.params]
        for _ in range(self.inner_steps):
            with tf.GradientTape() as tape:
                tape.watch(fast)
                loss = mse(fast, x, y)
            grads = tape.gradient(loss, fast)
            fast = [p - inner_lr * g for p, g in zip(fast, grads)]
        return fast

    @tf.function
    def meta_step(self, xs, ys, xq, yq, inner_lr):
        with tf.GradientTape() as tape:
            fast = self.adapt(xs, ys, inner_lr)
            loss = mse(fast, xq, yq)
        grads = tape.gradient(loss, self.params)
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        self.opt.apply_gradients(zip(grads, self.params))
        return loss

    def fine_tune(self, task, steps):
        fast = [tf.Variable(p) for p in self.params]
        x, y = task.sample(10)

        @tf.function
        def tune(x, y):
            with tf.GradientTape() as tape:
                loss = mse(fast, x, y)
            for p, g in zip(fast, tape.gradient(loss, fast)):
                p.assign_sub(self.inner_lr * g)
            return loss

        for _ in range(steps):
            loss = tune(x, y)
        return float(loss)


@tf.function
def task_gradient(params, x, y):
    with tf.GradientTape() as tape:
        pred = forward(params, x)
    loss = tf.reduce_mean(tf.square(pred - y))
    return tape.gradient(loss, params), loss


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--iters", type=int, default=40)
    ap.add_argument("--decay", type=float, default=0.9)
    args = ap.parse_args([])
    rng = np.random.default_rng(1)
    learner = MetaLearner()
    lr = learner.inner_lr
    losses = []
    for it in range(args.iters):
        task = SineTask(rng)
        (xs, ys), (xq, yq) = task.sample(10), task.sample(10)
        loss = learner.meta_step(xs, ys, xq, yq, lr)
        losses.append(float(loss))
        if it % 5 == 4:
            lr *= args.decay
    print("meta loss", np.mean(losses[:10]), "->", np.mean(losses[-10:]))
    print("mse calls", mse.totals["calls"], "for", args.iters * (learner.inner_steps + 1))
    grads, _ = task_gradient(learner.params, xs, ys)
    print("gradients found", sum(g is not None for g in grads), "of", len(grads))
    results = [learner.fine_tune(SineTask(rng), 5) for _ in range(4)]
    print("fine tuned", np.round(results, 3))


if __name__ == "__main__":
    main()
