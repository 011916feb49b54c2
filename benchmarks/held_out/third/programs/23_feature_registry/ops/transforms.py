import tensorflow as tf

from .registry import register


@register("log")
@tf.function
def log_scale(x):
    return tf.math.log1p(tf.abs(x))


@register()
@tf.function
def zscore(x):
    mean, var = tf.nn.moments(x, axes=[0])
    return (x - mean) / tf.sqrt(var + 1e-6)


class Bucketizer:
    def __init__(self, n):
        self.edges = tf.linspace(-1.0, 1.0, n)

    @tf.function
    def __call__(self, x):
        return tf.searchsorted(self.edges, x)

    @staticmethod
    @tf.function
    def soft(x, temp=0.5):
        return tf.nn.softmax(x / temp)
