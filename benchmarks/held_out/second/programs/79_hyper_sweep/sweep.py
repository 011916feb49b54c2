import itertools

import numpy as np
import tensorflow as tf


def make_data():
    x = np.random.rand(16, 3).astype("float32")
    return x, x.sum(1, keepdims=True)


def train_one(x, y, lr, steps):
    w = tf.Variable(tf.zeros([3, 1]))

    def loss():
        return tf.reduce_mean((x @ w - y) ** 2)

    step = None
    for i in range(steps):
        @tf.function
        def step():
            with tf.GradientTape() as t:
                l = loss()
            w.assign_sub(lr * t.gradient(l, w))
            return l
        value = step()
    return float(value)


class Model:
    def __init__(self):
        self.w = tf.Variable(tf.zeros([3, 1]))
        self.best = np.inf

    def fit(self, x, y, lr, epochs):
        for epoch in range(epochs):
            rate = lr / (1 + epoch)
            l = self.update(x, y, rate, momentum=0.9)
            if float(l) < self.best:
                self.best = float(l)
        return self.best

    @tf.function
    def update(self, x, y, rate, momentum):
        with tf.GradientTape() as t:
            l = tf.reduce_mean((x @ self.w - y) ** 2)
        self.w.assign_sub(rate * momentum * t.gradient(l, self.w))
        return l


@tf.function
def score(w, x, y, name="mse"):
    if name == "mse":
        return tf.reduce_mean((x @ w - y) ** 2)
    return tf.reduce_mean(tf.abs(x @ w - y))


def main():
    x, y = make_data()
    res = {}
    for lr, steps in itertools.product((0.1, 0.3), (2, 3)):
        res[lr, steps] = train_one(x, y, lr, steps)
    m = Model()
    print(res, m.fit(x, y, 0.1, 4))
    for name in ("mse", "mae"):
        print(name, float(score(m.w, x, y, name)))
    for size in np.arange(0.1, 0.4, 0.1, dtype="float32"):
        m.update(x, y, size, 0.9)


if __name__ == "__main__":
    main()
