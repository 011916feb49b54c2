from functools import cached_property

import tensorflow as tf


class Model:
    def __init__(self):
        self.w = tf.Variable(2.0)

    def _forward(self, x):
        return self.w * x

    @cached_property
    def forward(self):
        return tf.function(self._forward)

    @property
    def forward_fresh(self):
        return tf.function(self._forward)

    def loop(self, xs):
        return [(self.forward(x), self.forward_fresh(x)) for x in xs]


def main(n=4):
    traces = []
    m = Model()
    orig = m._forward
    m._forward = lambda x: traces.append(1) or orig(x)
    m.loop([tf.constant(1.0)] * n)
    return len(traces)


if __name__ == "__main__":
    print(main())
