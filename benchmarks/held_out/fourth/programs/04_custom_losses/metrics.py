import numpy as np
import tensorflow as tf


def dice_coef(y_true, y_pred):
    y_pred = tf.cast(y_pred > 0.5, tf.float32)
    inter = tf.reduce_sum(y_true * y_pred)
    return (2.0 * inter + 1.0) / (tf.reduce_sum(y_true) + tf.reduce_sum(y_pred) + 1.0)


class IoUScore(tf.keras.metrics.Metric):
    def __init__(self, name="iou", **kw):
        super().__init__(name=name, **kw)
        self.total = self.add_weight(name="total", initializer="zeros")
        self.count = self.add_weight(name="count", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        p = tf.cast(y_pred > 0.5, tf.float32)
        inter = tf.reduce_sum(y_true * p)
        union = tf.reduce_sum(y_true) + tf.reduce_sum(p) - inter
        self.total.assign_add(np.mean(inter / (union + 1e-6)))
        self.count.assign_add(1.0)

    def result(self):
        return self.total / self.count

    def reset_state(self):
        self.total.assign(0.0)
        self.count.assign(0.0)
