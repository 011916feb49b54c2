import keras
import tensorflow as tf


class GatedDense(keras.layers.Layer):
    """Dense layer that skips its input when the gate is closed."""

    def __init__(self, units, threshold=0.0, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.threshold = threshold
        self.calls = 0

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), name="w")
        self.n_in = input_shape[-1]

    def call(self, x, training=False):
        h = tf.matmul(x, self.w)
        if training:
            h = tf.nn.dropout(h, 0.1)
        if self.n_in == self.units:
            h = h + x
        if tf.reduce_mean(h) > self.threshold:
            h = tf.nn.relu(h)
        return h


class Scale(keras.layers.Layer):
    def build(self, input_shape):
        self.gain = self.add_weight(shape=(), initializer="ones", name="gain")
        self.seen = 0

    def call(self, x):
        self.seen += 1
        tf.debugging.assert_all_finite(x, "scale input")
        return x * self.gain
