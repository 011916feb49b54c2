import math

import tensorflow as tf


class Dense(tf.Module):
    def __init__(self, units, activation=None, name=None):
        super().__init__(name=name)
        self.units = units
        self.activation = activation
        self.w = None

    def __call__(self, x):
        if self.w is None:
            fan_in = x.shape[-1]
            self.w = tf.Variable(tf.random.normal([fan_in, self.units]) / math.sqrt(fan_in))
            self.b = tf.Variable(tf.zeros([self.units]))
        y = x @ self.w + self.b
        return self.activation(y) if self.activation else y


class DenoiserBase(tf.Module):
    def build(self, cfg):
        dummy = tf.zeros([1, 2])
        self(dummy, tf.zeros([1], tf.int32), tf.zeros([1], tf.int32))
        print("parameters:", sum(int(tf.size(v)) for v in self.trainable_variables))
        return self


class Denoiser(DenoiserBase):
    def __init__(self, width, depth, time_dim, classes=2):
        super().__init__(name="denoiser")
        self.time_dim = time_dim
        self.null_label = classes
        self.embed = tf.Variable(tf.random.normal([classes + 1, time_dim]) * 0.1)
        self.hidden = [Dense(width, tf.nn.silu) for _ in range(depth)]
        self.out = Dense(2)

    def time_features(self, t):
        half = self.time_dim // 2
        freq = tf.exp(-math.log(1000.0) * tf.range(half, dtype=tf.float32) / half)
        arg = tf.cast(t, tf.float32)[:, None] * freq[None]
        return tf.concat([tf.sin(arg), tf.cos(arg)], -1)

    def __call__(self, x, t, label):
        h = tf.concat([x, self.time_features(t), tf.gather(self.embed, label)], -1)
        for i, layer in enumerate(self.hidden):
            y = layer(h)
            h = y if i == 0 else h + y
        return self.out(h)
