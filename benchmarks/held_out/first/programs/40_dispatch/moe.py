import operator
from functools import reduce

import tensorflow as tf


class Mixture(tf.Module):
    def __init__(self, n=3):
        super().__init__()
        self.experts = [tf.Variable(tf.ones([2]) * (i + 1)) for i in range(n)]
        self.names = ["a", "b", "c"]

    @tf.function
    def route(self, x, gate):
        k = tf.argmax(gate)
        w = self.experts[int(k)]
        return x * w

    @tf.function
    def blend(self, x, gate):
        parts = [x * w for w in self.experts]
        total = reduce(operator.add, (p * g for p, g in zip(parts, tf.unstack(gate))))
        first = self.experts[int(x.shape[0] > 1)]
        return total + first

    @tf.function
    def top(self, gate):
        lo, *_, hi = tf.sort(gate)
        return hi - lo

    @tf.function
    def spread(self, gate):
        lo, mid, hi = tf.unstack(tf.sort(gate))
        return hi - lo + 0 * mid


def main():
    m = Mixture()
    g = tf.constant([0.2, 0.7, 0.1])
    x = tf.ones([2])
    print(m.blend(x, g), m.spread(g))
    for fn in (lambda: m.route(x, g), lambda: m.top(g)):
        try:
            print(fn())
        except Exception as e:
            print(type(e).__name__)


if __name__ == "__main__":
    main()
