"""Intensity normalisation, picked in the config by name."""
import numpy as np
import tensorflow as tf


def minmax(image):
    lo, hi = tf.reduce_min(image), tf.reduce_max(image)
    return tf.math.divide_no_nan(image - lo, hi - lo)


def robust(image):
    lo = np.percentile(image, 2)
    return tf.clip_by_value(image - tf.cast(lo, tf.float32), 0.0, 1.0)


def standard(image):
    return tf.image.per_image_standardization(image)


def offline_stats(images):
    """once per line, for the report"""
    arr = np.asarray(images)
    return {"p02": float(np.percentile(arr, 2)), "p98": float(np.percentile(arr, 98))}


NORMALIZERS = {"minmax": minmax, "robust": robust, "standard": standard}
