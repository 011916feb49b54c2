import random

import tensorflow as tf
import tf_keras as keras


class WordDrop(keras.layers.Layer):
    def __init__(self, rate, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate
        self.dropped = 0

    def call(self, tokens, training=None):
        if not training:
            return tokens
        keep = [random.random() > self.rate for _ in range(tokens.shape[-1])]
        self.dropped += keep.count(False)
        return tokens * tf.constant(keep, tokens.dtype)


class MaskedMean(keras.layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True
        self.running = self.add_weight(name="running", shape=(), initializer="zeros", trainable=False)

    def call(self, x, mask=None, training=None):
        if mask is None:
            return tf.reduce_mean(x, 1)
        weight = tf.cast(mask, x.dtype)[..., None]
        total = tf.reduce_sum(weight, 1)
        if training:
            running = self.running
            running = 0.9 * running + 0.1 * tf.reduce_mean(total)
        return tf.reduce_sum(x * weight, 1) / tf.maximum(total, 1.0)


class Reshaper(keras.layers.Layer):
    """Split the feature axis in heads and take the largest head."""

    def __init__(self, heads, **kwargs):
        super().__init__(**kwargs)
        self.heads = heads

    def call(self, x):
        dim = x.shape[-1]
        y = tf.reshape(x, [tf.shape(x)[0], self.heads, dim // self.heads])
        return tf.reduce_max(y, 1)
