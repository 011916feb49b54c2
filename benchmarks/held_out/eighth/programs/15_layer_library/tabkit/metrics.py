import tensorflow as tf
from tensorflow import keras


class Calibration(keras.metrics.Metric):
    """Absolute gap of mean prediction and base rate."""

    def __init__(self, name="calibration", **kwargs):
        super().__init__(name=name, **kwargs)
        self.pred = self.add_weight(name="pred", initializer="zeros")
        self.true = self.add_weight(name="true", initializer="zeros")
        self.n = self.add_weight(name="n", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        if sample_weight is not None:
            y_pred = y_pred * sample_weight
        self.pred.assign_add(tf.reduce_sum(y_pred))
        self.true.assign_add(tf.reduce_sum(tf.cast(y_true, tf.float32)))
        self.n.assign_add(tf.cast(tf.size(y_pred), tf.float32))

    def result(self):
        return tf.abs(self.pred - self.true) / tf.maximum(self.n, 1.0)


class GroupError(keras.metrics.Metric):
    def __init__(self, groups, name="group_error", **kwargs):
        super().__init__(name=name, **kwargs)
        self.groups = groups
        self.errors = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        err = tf.reduce_mean(tf.abs(tf.cast(y_true, tf.float32) - y_pred))
        self.errors.append(err)
        self.errors = self.errors[-self.groups:]

    def result(self):
        return self.errors[-1] if self.errors else tf.constant(0.0)

    def reset_state(self):
        self.errors = []
