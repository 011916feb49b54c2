import dataclasses
import functools

import tensorflow as tf
from settings import Settings, defaults


class Trainer:
    def __init__(self, settings):
        self.s = settings
        self.w = tf.Variable(tf.ones([4]))

    @tf.function
    def step(self, x, cfg):
        g = 2 * self.w * x
        self.w.assign_sub(cfg.lr * g)
        return tf.reduce_sum(self.w)

    @tf.function
    def eval(self, x, activation):
        return tf.reduce_sum(activation(self.w * x))

    def run(self, x, n):
        for i in range(n):
            cfg = dataclasses.replace(self.s)
            self.step(x, cfg)
        for i in range(n):
            self.eval(x, lambda t: tf.nn.leaky_relu(t, 0.1))
        for i in range(n):
            self.eval(x, tf.nn.relu)
        act = functools.partial(tf.nn.leaky_relu, alpha=0.2)
        for i in range(n):
            self.eval(x, act)
        print(f"{n} steps", self.w.numpy())


def main():
    t = Trainer(defaults())
    t.run(tf.ones([4]), 3)


if __name__ == "__main__":
    main()
