import logging

import keras
import numpy as np
import tensorflow as tf

logger = logging.getLogger("losses")


class FocalLoss(keras.losses.Loss):
    def __init__(self, gamma=2.0, name="focal"):
        super().__init__(name=name)
        self.gamma = gamma

    def call(self, y_true, y_pred):
        y_true = tf.cast(y_true, y_pred.dtype)
        p = tf.clip_by_value(y_pred, 1e-6, 1 - 1e-6)
        pt = tf.where(y_true > 0.5, p, 1 - p)
        loss = -tf.pow(1 - pt, self.gamma) * tf.math.log(pt)
        logger.info("focal loss now %s", tf.reduce_mean(loss))
        return tf.reduce_mean(loss, axis=-1)


def balanced(y_true, y_pred):
    tf.print("batch of", tf.shape(y_true)[0])
    pos = tf.reduce_mean(tf.cast(y_true, tf.float32))
    weight = tf.where(pos > 0, 1.0 / (pos + 1e-3), 1.0)
    return weight * tf.reduce_mean(keras.losses.binary_crossentropy(y_true, y_pred))


class Recall(keras.metrics.Metric):
    def __init__(self, **kw):
        super().__init__(name="recall", **kw)
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        hard = tf.cast(y_pred > 0.5, tf.float32)
        self.hits.assign_add(tf.reduce_sum(hard * tf.cast(y_true, tf.float32)))
        self.total.assign_add(float(tf.reduce_sum(tf.cast(y_true, tf.float32))))

    def result(self):
        return self.hits / (self.total + 1e-6)
