from typing import Callable, Dict

import numpy as np
import tensorflow as tf

LOSSES: Dict[str, Callable] = {}


def register(name):
    def deco(fn):
        LOSSES[name] = fn
        return fn
    return deco


@register("huber")
def huber(y, p):
    d = tf.abs(y - p)
    return tf.reduce_mean(tf.where(d < 1, 0.5 * d ** 2, d - 0.5))


@register("logcosh_np")
def logcosh(y, p):
    return np.mean(np.log(np.cosh(y - p)))


@register("pinball")
def pinball(y, p, q=np.float32(0.9)):
    d = y - p
    scale = np.sqrt(np.prod(d.shape))
    return tf.reduce_sum(tf.maximum(q * d, (q - 1) * d)) / scale
