"""Option pricing, a mixture of good and bad habits."""
import functools
import math
import time

import numpy as np
import tensorflow as tf

calls = []


def timer(fn):
    @functools.wraps(fn)
    def wrap(*a):
        t = time.perf_counter()
        out = fn(*a)
        calls.append(time.perf_counter() - t)
        return out
    return wrap


@timer
@tf.function
def price(s0, sigma, n):
    z = tf.random.normal([n])
    st = s0 * tf.exp(-0.5 * sigma ** 2 + sigma * z)
    return tf.reduce_mean(tf.maximum(st - 100.0, 0.0))


@tf.function
def antithetic(s0, sigma):
    z = np.random.standard_normal(64).astype("float32")
    both = tf.concat([z, -z], 0)
    st = s0 * tf.exp(-0.5 * sigma ** 2 + sigma * both)
    return tf.reduce_mean(tf.maximum(st - 100.0, 0.0))


@tf.function
def heston(s0, v0, steps=4):
    s, v = s0, v0
    for i in range(steps):
        dw = tf.random.normal(tf.shape(s))
        s = s * tf.exp(tf.sqrt(tf.maximum(v, 0.0)) * dw * math.sqrt(1 / steps))
        v = v + 0.1 * (0.04 - v)
        print("step", i)
    return tf.reduce_mean(s)


@tf.function
def implied(target, lo, hi):
    for _ in tf.range(20):
        mid = (lo + hi) / 2.0
        if mid > target:
            hi = mid
        else:
            lo = mid
    return (lo + hi) / 2.0


def grid(spots, sigmas):
    table = np.zeros((len(spots), len(sigmas)))
    for i, s in enumerate(spots):
        for j, v in enumerate(sigmas):
            table[i, j] = price(tf.constant(s), tf.constant(v), 32)
    return table


def greeks(s0):
    out = []
    for bump in (0.0, 0.5, 1.0, 1.5):
        out.append(float(antithetic(s0 + bump, 0.2)))
    return np.diff(out)


if __name__ == "__main__":
    print(grid([90.0, 110.0], [0.1, 0.2]))
    print(greeks(100.0), len(calls))
    for _ in range(3):
        print(float(heston(tf.fill([8], 100.0), tf.fill([8], 0.04))), float(antithetic(tf.constant(100.0), tf.constant(0.2))))
    print(float(implied(tf.constant(0.3), tf.constant(0.0), tf.constant(1.0))))
