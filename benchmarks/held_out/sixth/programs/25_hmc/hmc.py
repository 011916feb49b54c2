"""Hamiltonian Monte Carlo for a Bayesian logistic regression.

Variants (--kernel): hmc, hmc-strict, adaptive, tree.
"""
import argparse
import contextlib
import logging
import math
import time
from collections import defaultdict

import numpy as np
import tensorflow as tf

logger = logging.getLogger("hmc")
timings = defaultdict(float)
N_LEAP = 8


@contextlib.contextmanager
def stopwatch(name):
    start = time.perf_counter()
    try:
        yield
    finally:
        timings[name] += time.perf_counter() - start


def make_data(n=80, d=3, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)).astype("float32")
    true = np.array([1.5, -2.0, 0.5], "float32")
    y = (rng.random(n) < 1 / (1 + np.exp(-x @ true))).astype("float32")
    return tf.constant(x), tf.constant(y)


class Target:
    def __init__(self, x, y, scale=2.0):
        self.x, self.y = x, y
        self.log_norm = -0.5 * math.log(2 * math.pi * scale ** 2)
        self.scale = scale

    def log_prob(self, theta):
        logits = tf.linalg.matvec(self.x, theta)
        ll = -tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(self.y, logits))
        prior = tf.reduce_sum(self.log_norm - 0.5 * (theta / self.scale) ** 2)
        return ll + prior

    def grad(self, theta):
        with stopwatch("grad"):
            with tf.GradientTape() as tape:
                tape.watch(theta)
                lp = self.log_prob(theta)
            return lp, tape.gradient(lp, theta)


class Kernel:
    """base class: leapfrog and the accept step"""

    def __init__(self, target, step=0.05):
        self.target = target
        self.step = tf.Variable(step, trainable=False)
        self.accepted = tf.Variable(0, trainable=False)

    def leapfrog(self, theta, p):
        _, g = self.target.grad(theta)
        for _ in tf.range(N_LEAP):
            p = p + 0.5 * self.step * g
            theta = theta + self.step * p
            _, g = self.target.grad(theta)
            p = p + 0.5 * self.step * g
        return theta, p

    def accept(self, log_ratio):
        u = np.random.uniform()
        return tf.math.log(tf.constant(u, tf.float32)) < log_ratio

    def transition(self, theta):
        p0 = tf.random.normal(theta.shape)
        new, p1 = self.leapfrog(theta, p0)
        log_ratio = (self.target.log_prob(new) - 0.5 * tf.reduce_sum(p1 ** 2)
                     - self.target.log_prob(theta) + 0.5 * tf.reduce_sum(p0 ** 2))
        ok = self.accept(log_ratio)
        if ok:
            theta = new
            self.accepted.assign_add(1)
        return theta

    @tf.function
    def one_step(self, theta):
        return self.transition(theta)


class StrictKernel(Kernel):
    def leapfrog(self, theta, p):
        theta, p = super().leapfrog(theta, p)
        if not tf.reduce_all(tf.math.is_finite(theta)):
            raise FloatingPointError("divergent trajectory")
        return theta, p


class AdaptiveKernel(Kernel):
    """shrinks the step until the energy error is small"""

    def transition(self, theta):
        p = tf.random.normal(theta.shape)
        eps = self.step + 0.0
        while True:
            new, q = theta + eps * p, p
            err = tf.abs(self.target.log_prob(new) - self.target.log_prob(theta))
            if err < 1.0:
                break
            eps = eps * 0.5
        return new


class TreeKernel(Kernel):
    @tf.function
    def double(self, theta, depth):
        if depth == 0:
            return self.leapfrog(theta, tf.random.normal(theta.shape))[0]
        return self.double(self.double(theta, depth - 1), depth - 1)

    def transition(self, theta):
        return self.double(theta, tf.constant(2))


KERNELS = {"hmc": Kernel, "hmc-strict": StrictKernel, "adaptive": AdaptiveKernel, "tree": TreeKernel}


@tf.function
def prior_predictive(n):
    tf.random.set_seed(11)
    return tf.random.normal([n, 3]) * 2.0


def split_rhat(chain):
    half = len(chain) // 2
    a, b = np.asarray(chain[:half]), np.asarray(chain[half:2 * half])
    w = 0.5 * (a.var(0) + b.var(0))
    return np.sqrt(1 + 0.5 * (a.mean(0) - b.mean(0)) ** 2 / np.maximum(w, 1e-9))


def tune(kernel, theta, rounds=3):
    for _ in range(rounds):
        before = int(kernel.accepted.numpy())
        for _ in range(10):
            theta = kernel.one_step(theta)
        rate = (int(kernel.accepted.numpy()) - before) / 10
        kernel.step.assign(kernel.step * (1.2 if rate > 0.7 else 0.8))
        logger.info("accept %.1f step %.3f", rate, float(kernel.step))
    return theta


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--kernel", default="hmc", choices=sorted(KERNELS))
    ap.add_argument("--samples", type=int, default=40)
    args = ap.parse_args()
    logging.basicConfig(level=logging.INFO)
    np.random.seed(0)
    kernel = KERNELS[args.kernel](Target(*make_data()))
    theta = tune(kernel, tf.zeros([3]))
    chain = []
    for _ in range(args.samples):
        theta = kernel.one_step(theta)
        chain.append(theta.numpy())
    print("mean", np.mean(chain, 0).round(2), "rhat", split_rhat(chain).round(2))
    print("prior check", np.allclose(prior_predictive(4), prior_predictive(4)), dict(timings))


if __name__ == "__main__":
    main()
