"""Physics-informed network for the 1D heat equation (tf.Module)."""
import csv
import logging

import numpy as np
import tensorflow as tf

logger = logging.getLogger("pinn")
logging.basicConfig(level=logging.INFO, format="%(message)s")

SETTINGS = dict(width=20, depth=3, n_col=128, n_bc=32, alpha=0.1, lr=5e-3, iters=60)


class MLP(tf.Module):
    def __init__(self, width, depth, name=None):
        super().__init__(name=name)
        self.layers = []
        sizes = [2] + [width] * depth + [1]
        for a, b in zip(sizes[:-1], sizes[1:]):
            w = tf.Variable(tf.random.stateless_normal((a, b), seed=(a, b)) * np.sqrt(1 / a))
            self.layers.append((w, tf.Variable(tf.zeros(b))))

    def __call__(self, x):
        for w, b in self.layers[:-1]:
            x = tf.tanh(tf.matmul(x, w) + b)
        w, b = self.layers[-1]
        return tf.matmul(x, w) + b


class LazyScale(tf.Module):
    """Input scaling, variable created at first use."""

    def __init__(self):
        super().__init__()
        self.scale = None

    @tf.Module.with_name_scope
    def __call__(self, x):
        if self.scale is None:
            self.scale = tf.Variable(tf.ones(x.shape[-1]), name="scale")
        return x * self.scale


class HeatSolver:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = MLP(cfg["width"], cfg["depth"])
        self.scaler = LazyScale()
        self.opt = tf.keras.optimizers.Adam(cfg["lr"])
        self.weights = {"pde": 1.0, "bc": 1.0, "ic": 1.0}
        self.ic_weight = tf.Variable(1.0, trainable=False)
        self.parts = {}
        self.nan_count = 0

    def u(self, tx):
        return self.net(self.scaler(tx))

    def residual(self, tx):
        with tf.GradientTape() as outer:
            outer.watch(tx)
            with tf.GradientTape() as inner:
                inner.watch(tx)
                u = self.u(tx)
            du = inner.gradient(u, tx)
            u_x = du[:, 1]
        u_xx = outer.gradient(u_x, tx)[:, 1]
        return du[:, 0] - self.cfg["alpha"] * u_xx

    def losses(self, n):
        tx = tf.constant(np.random.uniform(0, 1, (n, 2)), tf.float32)
        bc_t = tf.random.uniform((self.cfg["n_bc"], 1))
        x0 = tf.random.uniform((self.cfg["n_bc"], 1))
        left = self.u(tf.concat([bc_t, tf.zeros_like(bc_t)], 1))
        right = self.u(tf.concat([bc_t, tf.ones_like(bc_t)], 1))
        start = self.u(tf.concat([tf.zeros_like(x0), x0], 1))
        return {
            "pde": tf.reduce_mean(tf.square(self.residual(tx))),
            "bc": tf.reduce_mean(tf.square(left) + tf.square(right)),
            "ic": tf.reduce_mean(tf.square(start - tf.sin(np.pi * x0))),
        }

    @tf.function
    def step(self):
        with tf.GradientTape() as tape:
            parts = self.losses(self.cfg["n_col"])
            total = tf.add_n([self.weights[k] * v for k, v in parts.items()])
            total += (self.ic_weight - 1.0) * parts["ic"]
        for name, value in parts.items():
            self.parts[name] = value
        variables = self.net.trainable_variables
        self.opt.apply_gradients(zip(tape.gradient(total, variables), variables))
        logger.info("total loss %s", total)
        try:
            tf.debugging.check_numerics(total, "total")
        except tf.errors.InvalidArgumentError:
            self.nan_count += 1
        return total, parts

    def rebalance(self, values):
        biggest = max(values.values())
        self.weights = {k: float(biggest / (v + 1e-6)) ** 0.5 for k, v in values.items()}
        self.ic_weight.assign(1.0 + 0.1 * values["ic"])


def write_rows(path, rows):
    with open(path, "w", newline="") as fh:
        writer = csv.writer(fh)
        writer.writerows(rows)


def main():
    np.random.seed(0)
    tf.random.set_seed(0)
    solver = HeatSolver(SETTINGS)
    rows = []
    for it in range(SETTINGS["iters"]):
        total, parts = solver.step()
        if it % 20 == 19:
            values = {k: float(v) for k, v in parts.items()}
            solver.rebalance(values)
            rows.append([it, float(total)] + list(values.values()))
            logger.info("it %d %s", it, {k: round(v, 4) for k, v in values.items()})
    write_rows("/tmp/pinn.csv", rows)
    print("stored parts", {k: type(v).__name__ for k, v in solver.parts.items()})
    grid = tf.constant([[0.5, x] for x in np.linspace(0, 1, 5)], tf.float32)
    print("u(0.5, x)", solver.u(grid)[:, 0].numpy().round(3))
    solver.net.layers[0][0].assign(tf.fill([2, SETTINGS["width"]], np.nan))
    try:
        solver.step()
    except tf.errors.InvalidArgumentError:
        print("solver stopped on NaN, nan_count", solver.nan_count)


if __name__ == "__main__":
    main()
