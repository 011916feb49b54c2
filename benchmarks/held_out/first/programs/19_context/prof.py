import contextlib
import time
from collections import defaultdict

import tensorflow as tf


class Section:
    totals = defaultdict(float)

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        self.t0 = time.time()
        return self

    def __exit__(self, *exc):
        Section.totals[self.name] += time.time() - self.t0
        return False


@contextlib.contextmanager
def scoped(name):
    with tf.name_scope(name):
        yield name


@tf.function
def forward(x):
    with Section("matmul"):
        y = tf.matmul(x, x)
    with scoped("act"):
        y = tf.nn.relu(y)
    return y


def main(n=5):
    x = tf.ones([4, 4])
    for _ in range(n):
        with Section("call"):
            forward(x)
    return dict(Section.totals)


if __name__ == "__main__":
    print(main())
