import itertools
import numpy as np
import tensorflow as tf


def noise(seed=0, shape=(2,)):
    rng = np.random.RandomState(seed)
    while True:
        yield rng.normal(size=shape).astype("float32")


class Sampler:
    def __init__(self):
        self.stream = noise()
        self.ids = itertools.cycle(range(5))
        self.data = iter(tf.data.Dataset.range(10).repeat())

    @tf.function
    def perturb(self, x):
        eps = next(self.stream)
        return x + eps

    @tf.function
    def from_data(self):
        return next(self.data)

    def eager(self, x):
        return x + next(self.stream), next(self.ids)

    def tagged(self):
        @tf.function
        def inner(x, k):
            return x * tf.cast(k, tf.float32)
        return inner


def main():
    s = Sampler()
    a = [s.perturb(tf.zeros(2)).numpy() for _ in range(3)]
    b = [int(s.from_data()) for _ in range(3)]
    f = s.tagged()
    for k in s.ids:
        if k == 4:
            break
        f(tf.ones(2), k)
        f(tf.ones(2), np.int64(k))
    return a, b, f


if __name__ == "__main__":
    print(main())
