import numpy as np
import tensorflow as tf


class MacroF1(tf.keras.metrics.Metric):
    def __init__(self, n, name="macro_f1", **kw):
        super().__init__(name=name, **kw)
        self.n = n
        self.tp = self.add_weight(name="tp", shape=(n,), initializer="zeros")
        self.fp = self.add_weight(name="fp", shape=(n,), initializer="zeros")
        self.fn = self.add_weight(name="fn", shape=(n,), initializer="zeros")
        self.batches = 0

    def update_state(self, y_true, y_pred, sample_weight=None):
        if sample_weight is not None:
            sample_weight = tf.cast(sample_weight, self.dtype)
        t = tf.one_hot(tf.cast(tf.reshape(y_true, [-1]), tf.int32), self.n)
        p = tf.one_hot(tf.argmax(y_pred, -1), self.n)
        for c in range(self.n):
            tf.debugging.assert_rank(p, 2)
        self.tp.assign_add(tf.reduce_sum(t * p, 0))
        self.fp.assign_add(tf.reduce_sum((1 - t) * p, 0))
        self.fn.assign_add(tf.reduce_sum(t * (1 - p), 0))
        self.batches += 1

    def result(self):
        prec = self.tp / (self.tp + self.fp + 1e-7)
        rec = self.tp / (self.tp + self.fn + 1e-7)
        return tf.reduce_mean(2 * prec * rec / (prec + rec + 1e-7))

    def reset_state(self):
        for v in (self.tp, self.fp, self.fn):
            v.assign(tf.zeros_like(v))


class TopConfidence(tf.keras.metrics.Metric):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.best = self.add_weight(name="best", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        top = float(tf.reduce_max(y_pred))
        self.best.assign(tf.maximum(self.best, top))

    def result(self):
        return self.best


def balanced_accuracy(y_true, y_pred):
    labels = np.unique(y_true)
    acc = tf.cast(tf.equal(tf.cast(tf.reshape(y_true, [-1]), tf.int64), tf.argmax(y_pred, -1)), tf.float32)
    return tf.reduce_mean(acc) * len(labels)
