import functools

import tensorflow as tf


@tf.function
def attend(q, k, v, cfg):
    d = q.shape[-1] // cfg.heads
    split = lambda t: tf.transpose(tf.reshape(t, (-1, t.shape[1], cfg.heads, d)), (0, 2, 1, 3))
    q, k, v = split(q), split(k), split(v)
    scores = tf.matmul(q, k, transpose_b=True) / (cfg.temperature * d ** 0.5)
    if cfg.causal:
        n = scores.shape[-1]
        scores += tf.linalg.band_part(tf.ones((n, n)), -1, 0) * 1e9 - 1e9
    return tf.matmul(tf.nn.softmax(scores), v)


@tf.function
def mix(x, activation):
    return activation(x) + x


@tf.function
def power(x, p):
    return x ** tf.cast(p, x.dtype)


@tf.function
def quantise(x, levels):
    return x * levels / 3
