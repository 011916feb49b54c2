import heapq
import tensorflow as tf
from tensorflow import keras


class HardestExamples(keras.metrics.Metric):
    """Keeps the k largest losses."""

    def __init__(self, k=3, name="hardest", **kw):
        super().__init__(name=name, **kw)
        self.k = k
        self.worst = self.add_weight(name="worst", initializer="zeros")
        self.heap = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        err = tf.reduce_max(tf.abs(tf.cast(y_true, tf.float32) - y_pred))
        heapq.heappush(self.heap, (0, id(err), err))
        if sample_weight is not None:
            err *= tf.reduce_max(sample_weight)
        self.worst.assign(tf.maximum(self.worst, err))

    def result(self):
        return self.worst

    def reset_state(self):
        self.heap.clear()
        self.worst.assign(0.0)


def focal(gamma):
    def loss(y_true, y_pred):
        p = tf.clip_by_value(y_pred, 1e-6, 1 - 1e-6)
        ce = -y_true * tf.math.log(p) - (1 - y_true) * tf.math.log(1 - p)
        while tf.reduce_max(ce) > 50.0:
            ce = ce / 2.0
        if gamma > 1:
            ce = ce * (1 - p) ** gamma
        return tf.reduce_mean(ce)
    return loss


def build(bad=True):
    m = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, activation="sigmoid")])
    m.compile("sgd", focal(2.0), metrics=[HardestExamples()])
    return m


if __name__ == "__main__":
    import numpy as np
    x = np.random.rand(16, 3).astype("f")
    y = (x.sum(1, keepdims=True) > 1.5).astype("f")
    build().fit(x, y, epochs=2, batch_size=4)
