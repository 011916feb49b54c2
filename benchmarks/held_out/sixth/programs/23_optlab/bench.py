"""Compare the optimizers on a small regression.

    bench.py                       all optimizers, warm-up schedule
    bench.py --groups              separate groups for body and head
    bench.py --per-sample          per-sample loss scaling
"""
import argparse
import time

import numpy as np
import tensorflow as tf

from optlab import OPTIMIZERS, create
from optlab.schedules import piecewise


def data(n=64):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n, 5)).astype("float32")
    return tf.constant(x), tf.constant((x @ rng.normal(size=(5, 1))).astype("float32") + 0.3)


class Net(tf.Module):
    def __init__(self, seed=0):
        super().__init__()
        g = tf.random.Generator.from_seed(seed)
        self.w1, self.b1 = tf.Variable(g.normal([5, 8]) * 0.4), tf.Variable(tf.zeros([8]))
        self.w2 = tf.Variable(g.normal([8, 1]) * 0.4)

    def __call__(self, x):
        return tf.tanh(x @ self.w1 + self.b1) @ self.w2


def make_step(net, opt, groups=False):
    def body(x, y):
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean((net(x) - y) ** 2)
        if groups:
            for name, vs in {"body": [net.w1, net.b1], "head": [net.w2]}.items():
                step_group(tape.gradient(loss, vs), name)
        else:
            vs = list(net.trainable_variables)
            opt.apply(tape.gradient(loss, vs), vs)
        return loss

    @tf.function
    def step_group(grads, group):
        opt.apply(grads, [net.w1, net.b1] if group == "body" else [net.w2], group)

    return body if groups else tf.function(body)


@tf.function(input_signature=[tf.TensorSpec([None, 5]), tf.TensorSpec([None, 1])])
def scaled_loss(x, y):
    scale = 1.0 / x.shape[0]
    return scale * tf.reduce_sum(x[:, :1] - y)


@tf.function
def decay_vector(n, value):
    return tf.fill([n], value)


def layer_decay(depth):
    counts = decay_vector(depth, 1)
    factors = decay_vector(depth, 1.0)
    return counts, factors


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--groups", action="store_true")
    ap.add_argument("--per-sample", action="store_true")
    ap.add_argument("--schedule", default="warmup")
    args = ap.parse_args()
    x, y = data()
    drop = piecewise([0, 2], [1.0, 0.1])
    for name in OPTIMIZERS:
        net, opt = Net(), create(name, 0.05, args.schedule, steps=5)
        step = make_step(net, opt, args.groups)
        t0 = time.time()
        for epoch in range(4):
            for _ in range(5):
                loss = step(x, y)
            opt.lr = 0.05 * drop(epoch)
        print(f"{name:10s} {float(loss):.4f} {time.time() - t0:.1f}s norm {opt.last_norm}")
    print([v.dtype.name for v in layer_decay(3)])
    if args.per_sample:
        print(float(scaled_loss(x, y)))


if __name__ == "__main__":
    main()
