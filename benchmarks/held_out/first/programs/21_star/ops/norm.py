import tensorflow as tf
from pprint import pprint as show


def rms(x, debug=True):
    scale = tf.math.rsqrt(tf.reduce_mean(x * x, -1, keepdims=True) + 1e-6)
    if debug:
        show(scale)
    return x * scale
