import logging

import tensorflow as tf

logger = logging.getLogger(__name__)


def weighted_mse(y_true, y_pred):
    err = tf.square(y_true - y_pred)
    weight = tf.where(y_true > 0.5, 2.0, 1.0)
    value = tf.reduce_mean(err * weight)
    logger.info("weighted mse %s", value)
    return value


def hit_rate(y_true, y_pred):
    """share of the positives that score above one half"""
    positives = tf.reduce_sum(y_true)
    if positives == 0:
        return 0.0
    return tf.reduce_sum(tf.cast((y_pred > 0.5) & (y_true > 0.5), tf.float32)) / positives


def safe_hit_rate(y_true, y_pred):
    hits = tf.reduce_sum(tf.cast((y_pred > 0.5) & (y_true > 0.5), tf.float32))
    return tf.math.divide_no_nan(hits, tf.reduce_sum(y_true))


METRICS = {"hit_rate": hit_rate, "safe_hit_rate": safe_hit_rate}
