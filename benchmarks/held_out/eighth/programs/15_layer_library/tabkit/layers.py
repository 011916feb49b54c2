import numpy as np
import tensorflow as tf
from tensorflow import keras


@keras.utils.register_keras_serializable("tabkit")
class RunningStandardize(keras.layers.Layer):
    def __init__(self, momentum=0.9, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum

    def build(self, input_shape):
        dim = input_shape[-1]
        self.mean = self.add_weight(name="mean", shape=(dim,), initializer="zeros", trainable=False)
        self.sq = self.add_weight(name="sq", shape=(dim,), initializer="ones", trainable=False)

    def call(self, x, training=False):
        if training:
            self.mean.assign(self.momentum * self.mean + (1 - self.momentum) * tf.reduce_mean(x, 0))
            self.sq.assign(self.momentum * self.sq + (1 - self.momentum) * tf.reduce_mean(x * x, 0))
        var = tf.maximum(self.sq - tf.square(self.mean), 1e-3)
        return (x - self.mean) / tf.sqrt(var)

    def get_config(self):
        return {**super().get_config(), "momentum": self.momentum}


@keras.utils.register_keras_serializable("tabkit")
class FeatureGate(keras.layers.Layer):
    """Soft selection that gets harder with ``sharpness``."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sharpness = 1.0
        self.steps = 0

    def build(self, input_shape):
        self.logits = self.add_weight(name="logits", shape=(input_shape[-1],), initializer="zeros")
        self.temperature = self.add_weight(name="temperature", shape=(), initializer="ones", trainable=False)

    def call(self, x, training=False):
        if training:
            self.steps += 1
            self.temperature.assign(1.0 / (1.0 + 0.1 * self.steps))
        gate = tf.sigmoid(self.sharpness * self.logits / self.temperature)
        return x * gate


@keras.utils.register_keras_serializable("tabkit")
class CrossBlock(keras.layers.Layer):
    def __init__(self, depth=2, **kwargs):
        super().__init__(**kwargs)
        self.depth = depth

    def build(self, input_shape):
        self.kernels = []
        for i in range(self.depth):
            self.kernels.append(self.add_weight(name=f"k{i}", shape=(input_shape[-1], 1)))

    def call(self, x0):
        x = x0
        for kernel in self.kernels:
            x = x0 * tf.matmul(x, kernel) + x
        return x


@keras.utils.register_keras_serializable("tabkit")
class NoisyDense(keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.dense = keras.layers.Dense(units, activation="relu")
        self.seed = keras.random.SeedGenerator(0)

    def build(self, input_shape):
        self.dense.build(input_shape)

    def call(self, x, training=False):
        y = self.dense(x)
        if training:
            y = y + 0.05 * keras.random.normal(tf.shape(y), seed=self.seed)
        return y


@keras.utils.register_keras_serializable("tabkit")
class SwapNoise(keras.layers.Layer):
    """Replace features by those of another row."""

    def __init__(self, rate, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate

    def call(self, x, training=False):
        if not training:
            return x
        columns = np.random.rand(x.shape[-1]) < self.rate
        other = tf.random.shuffle(x)
        return tf.where(columns, other, x)
