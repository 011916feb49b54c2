import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K

_worst = {"value": 0.0}


def focal_tversky(y_true, y_pred, alpha=0.7, gamma=0.75, smooth=1.0):
    y_true = tf.reshape(y_true, [-1])
    y_pred = tf.reshape(y_pred, [-1])
    tp = tf.reduce_sum(y_true * y_pred)
    fn = tf.reduce_sum(y_true * (1 - y_pred))
    fp = tf.reduce_sum((1 - y_true) * y_pred)
    t = (tp + smooth) / (tp + alpha * fn + (1 - alpha) * fp + smooth)
    if gamma != 1.0:
        return tf.pow(1 - t, gamma)
    return 1 - t


def boundary_loss(y_true, y_pred):
    edges = tf.image.sobel_edges(y_true)
    weight = 1.0 + tf.reduce_sum(tf.abs(edges), axis=-1)
    bce = -(y_true * tf.math.log(y_pred + 1e-7) + (1 - y_true) * tf.math.log(1 - y_pred + 1e-7))
    value = tf.reduce_mean(weight * bce)
    _worst["value"] = value
    return value


def hard_pixel_loss(y_true, y_pred):
    err = tf.square(y_true - y_pred)
    if tf.reduce_sum(y_true) == 0:
        return tf.reduce_mean(err)
    k = int(0.25 * np.prod(y_pred.shape[1:]))
    top, _ = tf.math.top_k(tf.reshape(err, [tf.shape(err)[0], -1]), k=k)
    return tf.reduce_mean(top)
