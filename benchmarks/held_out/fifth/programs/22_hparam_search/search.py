"""Random search over optimizers and sizes with hand written loops."""
import itertools
import json
import random
import time

import numpy as np
import tensorflow as tf

OPTIMIZERS = {
    "sgd": lambda lr: tf.keras.optimizers.SGD(lr),
    "adam": lambda lr: tf.keras.optimizers.Adam(lr),
}
RESULTS = []


def data(n=48):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(n, 4)).astype("float32")
    return x, (x @ np.array([1, -2, 0.5, 0], "float32"))[:, None]


class Learner:
    def __init__(self, units, optimizer):
        self.w1 = tf.Variable(tf.random.normal([4, units], stddev=0.3))
        self.w2 = tf.Variable(tf.random.normal([units, 1], stddev=0.3))
        self.optimizer = optimizer
        self.optimizer.build([self.w1, self.w2])
        self.losses = []

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.tanh(x @ self.w1) @ self.w2 - y) ** 2)
        v = [self.w1, self.w2]
        self.optimizer.apply_gradients(zip(tape.gradient(loss, v), v))
        return loss

    def run(self, x, y, steps):
        for _ in range(steps):
            self.losses.append(self.step(x, y).numpy())
        return float(self.losses[-1])


def sample_space(n):
    grid = list(itertools.product([4, 8, 16], [0.01, 0.1], OPTIMIZERS))
    random.Random(0).shuffle(grid)
    return grid[:n]


def search(n_trials, x, y):
    for units, lr, name in sample_space(n_trials):
        learner = Learner(units, OPTIMIZERS[name](lr))
        t0 = time.time()
        loss = learner.run(x, y, 5)
        RESULTS.append({"units": units, "lr": lr, "opt": name, "loss": loss, "t": time.time() - t0})
    return min(RESULTS, key=lambda r: r["loss"])


def sensitivity(x, y, deltas=(0.0, 0.5, 1.0, 2.0)):
    w = tf.Variable(tf.zeros([4, 1]))
    table = {}
    for d in deltas:
        @tf.function
        def huber(w):
            e = tf.abs(x @ w - y)
            return tf.reduce_mean(tf.where(e < d, 0.5 * e ** 2, d * (e - 0.5 * d)))
        table[d] = round(float(huber(w)), 3)
    return table


@tf.function
def ridge(x, y, lam):
    eye = tf.eye(x.shape[1])
    return tf.linalg.solve(tf.transpose(x) @ x + lam * eye, tf.transpose(x) @ y)


def keras_trials(x, y, rates):
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    init = model.get_weights()
    scores = []
    for lr in rates:
        model.set_weights(init)
        model.compile(tf.keras.optimizers.SGD(lr), "mse")
        h = model.fit(x, y, epochs=1, verbose=0)
        scores.append(h.history["loss"][0])
    return scores


def main():
    x, y = data()
    print(json.dumps(search(4, x, y), default=float))
    print(sensitivity(x, y))
    for lam in tf.constant([0.1, 1.0, 10.0]):
        w = ridge(x, y, lam)
    print(w.shape, ridge(x, y, tf.constant(0.5)).shape)
    for lam in (0.3, 0.6, 0.9):
        ridge(x, y, lam)
    print(keras_trials(x, y, [0.01, 0.05, 0.1]))


if __name__ == "__main__":
    main()
