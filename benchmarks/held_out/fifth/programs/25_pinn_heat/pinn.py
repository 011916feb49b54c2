"""Physics-informed network for the heat equation."""
import logging
import math
import os

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO)
ALPHA = 0.1
BC_WEIGHT = 1.0
loss_log = {"pde": [], "bc": []}
DTYPE = os.environ.get("PINN_DTYPE", "float32")


def sample_points(n, seed):
    rng = np.random.default_rng(seed)
    xt = rng.random((n, 2)).astype(DTYPE)
    return tf.constant(xt[:, :1]), tf.constant(xt[:, 1:])


class PINN(tf.Module):
    def __init__(self, widths=(16, 16)):
        super().__init__()
        self.layers = []
        n = 2
        for w in (*widths, 1):
            self.layers.append((tf.Variable(tf.random.normal([n, w]) / math.sqrt(n)), tf.Variable(tf.zeros([w]))))
            n = w

    def __call__(self, x, t):
        h = tf.concat([x, t], 1)
        for i, (w, b) in enumerate(self.layers):
            h = h @ w + b
            if i < len(self.layers) - 1:
                h = tf.tanh(h)
        return h


def residual(net, x, t):
    with tf.GradientTape() as t2:
        t2.watch(x)
        with tf.GradientTape(persistent=True) as t1:
            t1.watch([x, t])
            u = net(x, t)
        ux = t1.gradient(u, x)
    ut = t1.gradient(u, t)
    uxx = t2.gradient(ux, x)
    return ut - ALPHA * uxx


class Solver:
    def __init__(self, net, lr=5e-3):
        self.net = net
        self.opt = tf.keras.optimizers.Adam(lr)
        self.vars = list(net.trainable_variables)
        self.opt.build(self.vars)
        self.best = float("inf")
        self.logger = logging.getLogger("pinn")

    def loss(self, x, t):
        r = tf.reduce_mean(residual(self.net, x, t) ** 2)
        u0 = self.net(x, tf.zeros_like(t))
        bc = tf.reduce_mean((u0 - tf.sin(math.pi * x)) ** 2)
        loss_log["pde"].append(r)
        self.logger.info("pde %s", r)
        return r + BC_WEIGHT * bc

    @tf.function
    def step(self, x, t):
        with tf.GradientTape() as tape:
            loss = self.loss(x, t)
        grads = tape.gradient(loss, self.vars)
        grads, _ = tf.clip_by_global_norm(grads, 1.0)
        self.opt.apply_gradients(zip(grads, self.vars))
        return loss

    def fit(self, x, t, n):
        for i in range(n):
            value = float(self.step(x, t))
            if value < self.best:
                self.best = value
            if i % 10 == 0:
                self.logger.info("step %d loss %.4f", i, value)
        return value


def exact(x, t):
    return np.exp(-ALPHA * np.pi ** 2 * t) * np.sin(np.pi * x)


def main():
    global BC_WEIGHT
    net = PINN()
    solver = Solver(net)
    x, t = sample_points(64, 0)
    print("phase 1", solver.fit(x, t, 15))
    BC_WEIGHT = 20.0
    print("phase 2", solver.fit(x, t, 15), "best", solver.best)
    err = np.abs(net(x, t).numpy() - exact(x.numpy(), t.numpy())).mean()
    print(f"error {err:.3f}, logged {len(loss_log['pde'])}")


if __name__ == "__main__":
    main()
