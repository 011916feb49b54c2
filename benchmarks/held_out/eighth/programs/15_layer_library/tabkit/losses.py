import tensorflow as tf
from tensorflow import keras


class FocalLoss(keras.losses.Loss):
    def __init__(self, gamma=2.0, name="focal"):
        super().__init__(name=name)
        self.gamma = gamma
        self.calls = 0

    def call(self, y_true, y_pred):
        self.calls += 1
        p = tf.where(y_true > 0.5, y_pred, 1.0 - y_pred)
        return tf.reduce_mean(-tf.pow(1.0 - p, self.gamma) * tf.math.log(tf.maximum(p, 1e-6)), -1)


class QuantileLoss:
    def __init__(self, q):
        if not 0.0 < q < 1.0:
            raise ValueError("q must be in (0, 1)")
        self.q = q

    def __call__(self, y_true, y_pred):
        err = y_true - y_pred
        return tf.reduce_mean(tf.maximum(self.q * err, (self.q - 1.0) * err))
