import random
import time

import numpy as np
import tensorflow as tf


class Source:
    """infinite generator with its own state"""

    def __init__(self, n):
        self.n = n
        self.emitted = 0
        self.log = []

    def __call__(self):
        for _ in range(self.n):
            self.emitted += 1
            self.log.append(time.time())
            yield np.random.rand(4).astype("float32"), random.randint(0, 1)


def corrupt(x, y):
    noise = np.random.normal(size=4)
    return x + tf.constant(noise, tf.float32), y


def per_element(x):
    print("py", x.numpy())
    return x * random.random()


def wrapped(x, y):
    z = tf.py_function(per_element, [x], tf.float32)
    z = tf.ensure_shape(z, [4])
    return z, y


def keep(x, y):
    return y == 1 or tf.reduce_sum(x) > 0.0


def parse(x, y):
    t = time.time()
    return x, y, tf.constant(t, tf.float64)


class Counter:
    def __init__(self):
        self.n = 0

    def tick(self, *row):
        self.n += 1
        return row


def main():
    src, c = Source(6), Counter()
    ds = tf.data.Dataset.from_generator(src, output_signature=(tf.TensorSpec([4]), tf.TensorSpec([], tf.int32)))
    ds = ds.map(corrupt).map(wrapped).filter(keep).map(parse).map(c.tick).batch(3)
    for epoch in range(2):
        for x, y, t in ds:
            print(epoch, x.shape, t.numpy())
    print(src.emitted, c.n, len(src.log))


if __name__ == "__main__":
    main()
