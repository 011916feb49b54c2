import tensorflow as tf


class MinibatchStd(tf.keras.layers.Layer):
    def call(self, x):
        std = tf.math.reduce_std(x, axis=0, keepdims=True)
        mean = tf.reduce_mean(std)
        return tf.concat([x, tf.fill([tf.shape(x)[0], 1], mean)], 1)


class SpectralDense(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.power_steps = 0

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], self.units), initializer="glorot_uniform")
        self.u = self.add_weight(shape=(1, self.units), initializer="random_normal", trainable=False)

    def call(self, x):
        v = tf.math.l2_normalize(tf.matmul(self.u, self.w, transpose_b=True))
        u = tf.math.l2_normalize(tf.matmul(v, self.w))
        self.u.assign(u)
        self.power_steps += 1
        sigma = tf.matmul(tf.matmul(v, self.w), u, transpose_b=True)
        return tf.matmul(x, self.w) / sigma


def generator(cfg):
    return tf.keras.Sequential([tf.keras.layers.Input((cfg.noise,)),
                                tf.keras.layers.Dense(16, activation="relu"),
                                tf.keras.layers.Dense(2)], name="g")


def critic():
    return tf.keras.Sequential([tf.keras.layers.Input((2,)), SpectralDense(16),
                                tf.keras.layers.LeakyReLU(), MinibatchStd(),
                                tf.keras.layers.Dense(1)], name="c")
