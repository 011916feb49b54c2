import tensorflow as tf

from tree import Node, fold, leaves


class Composer:
    def __init__(self, scale):
        self.w = tf.Variable(scale)

    @tf.function
    def balanced(self, values):
        return fold(tf.unstack(values), self.w)

    @tf.function
    def geometric(self, x, n):
        if n <= 0:
            return x
        return self.w * self.geometric(x, n - 1)


def score(values):
    return Composer(0.5).balanced(values)


def score_kept(values, _cache={}):
    if "c" not in _cache:
        _cache["c"] = Composer(0.5)
    return _cache["c"].balanced(values)
