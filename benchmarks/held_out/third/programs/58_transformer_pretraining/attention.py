import math

import tensorflow as tf


def positional(length, dim):
    pos = tf.range(length, dtype=tf.float32)[:, None]
    i = tf.range(dim // 2, dtype=tf.float32)[None]
    angle = pos / tf.pow(10000.0, 2 * i / dim)
    return tf.concat([tf.sin(angle), tf.cos(angle)], -1)


def scaled_dot(q, k, v, mask=None):
    scores = tf.matmul(q, k, transpose_b=True) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores += (1.0 - mask) * -1e9
    return tf.matmul(tf.nn.softmax(scores), v)
