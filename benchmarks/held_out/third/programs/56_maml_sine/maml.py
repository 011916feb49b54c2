import contextlib
import math
import random
import time

import numpy as np
import tensorflow as tf


class StepClock:
    def __init__(self):
        self.seconds = 0.0
        self.steps = 0

    def __enter__(self):
        self.t0 = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.seconds += time.perf_counter() - self.t0
        self.steps += 1
        return False


class Net(tf.Module):
    def __init__(self, width=8):
        super().__init__()
        self.params = [tf.Variable(tf.random.normal((1, width), seed=0) * 0.5), tf.Variable(tf.zeros([width])),
                       tf.Variable(tf.random.normal((width, 1), seed=1) * 0.5), tf.Variable(tf.zeros([1]))]

    @staticmethod
    def apply(params, x):
        w1, b1, w2, b2 = params
        return tf.matmul(tf.tanh(tf.matmul(x, w1) + b1), w2) + b2


def inner_adapt(net, x, y, lr):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net.apply(net.params, x) - y))
    grads = tape.gradient(loss, net.params)
    return [p - lr * g for p, g in zip(net.params, grads)]


def adapted_copy(net, x, y, lr):
    fast = inner_adapt(net, x, y, lr)
    return [tf.Variable(f) for f in fast]


clock = StepClock()


@tf.function
def outer_step(net, xs, ys, xq, yq):
    with clock:
        with tf.GradientTape() as tape:
            fast = inner_adapt(net, xs, ys, 0.1)
            loss = tf.reduce_mean(tf.square(net.apply(fast, xq) - yq))
        for p, g in zip(net.params, tape.gradient(loss, net.params)):
            p.assign_sub(0.01 * g)
    return loss


@tf.function
def evaluate(net, xs, ys, xq):
    return net.apply(adapted_copy(net, xs, ys, 0.1), xq)


def task(n=10):
    amp, phase = random.uniform(0.1, 5.0), random.uniform(0, math.pi)
    x = np.random.uniform(-5, 5, (n, 1)).astype("float32")
    return tf.constant(x), tf.constant(amp * np.sin(x + phase))


def main(steps=6):
    net = Net()
    for i in range(steps):
        (xs, ys), (xq, yq) = task(), task()
        loss = outer_step(net, xs, ys, xq, yq)
    print("loss", float(loss), "timed steps", clock.steps)
    try:
        evaluate(net, xs, ys, xq)
    except ValueError as exc:
        print("evaluate:", type(exc).__name__)
    return net


if __name__ == "__main__":
    main()
