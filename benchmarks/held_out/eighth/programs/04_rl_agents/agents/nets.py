import keras
import tensorflow as tf


def mlp(inputs, outputs, hidden=(32,)):
    x = inp = keras.Input((inputs,))
    for width in hidden:
        x = keras.layers.Dense(width, activation="tanh")(x)
    return keras.Model(inp, keras.layers.Dense(outputs)(x))


class Normalizer(tf.Module):
    """Running mean of the observations."""

    def __init__(self, dim):
        super().__init__()
        self.count = tf.Variable(1e-3, trainable=False)
        self.mean = tf.zeros([dim])

    def update(self, obs):
        self.count.assign_add(tf.cast(tf.shape(obs)[0], tf.float32))
        self.mean = self.mean + (tf.reduce_mean(obs, 0) - self.mean) / self.count
        return obs - self.mean
