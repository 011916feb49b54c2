import numpy as np
import tensorflow as tf


class GridLoss(tf.keras.losses.Loss):
    """obj, x, y, w, h, classes per cell"""

    def __init__(self, cfg, **kw):
        super().__init__(**kw)
        self.cfg = cfg
        self.calls = 0

    def call(self, y_true, y_pred):
        self.calls += 1
        obj = y_true[..., 0]
        xy = tf.reduce_sum(tf.square(y_true[..., 1:3] - y_pred[..., 1:3]), axis=-1)
        wh = tf.reduce_sum(tf.square(tf.sqrt(tf.abs(y_true[..., 3:5])) - tf.sqrt(tf.abs(y_pred[..., 3:5]) + 1e-6)), axis=-1)
        n_obj = tf.reduce_sum(obj)
        if n_obj > 0:
            coord = tf.reduce_sum(obj * (xy + wh)) / n_obj
        else:
            coord = tf.constant(0.0)
        conf = tf.reduce_mean(tf.square(obj - y_pred[..., 0]))
        print("coord", coord, "conf", conf)
        cls = tf.reduce_mean(tf.square(y_true[..., 5:] - y_pred[..., 5:]))
        scale = np.log(self.cfg.classes)
        return self.cfg.lambda_coord * coord + conf + cls / scale
