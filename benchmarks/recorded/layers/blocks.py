"""Layers, losses and metrics for functional models."""

import numpy as np
import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def __init__(self, heads, size, *, dropout=0.0, **options):
        super().__init__(**options)
        self.heads = heads
        self.project = tf.keras.layers.Dense(heads * size)
        self.scores = None
        self.dropout = dropout

    def call(self, queries, memory, mask=None, training=None):
        mixed = tf.einsum("bqd,bkd->bqk", self.project(queries), self.project(memory))
        if mask is not None:
            mixed += (1.0 - tf.cast(mask, tf.float32)[:, None, :]) * -1e9
        self.scores = tf.nn.softmax(mixed)
        print("attention", mixed.shape, training)
        return self.scores @ memory


class Noise(tf.keras.layers.Layer):
    def __init__(self, shapes, generator="numpy"):
        super().__init__()
        self.shapes = shapes
        self.generator = generator

    def call(self, inputs):
        first, second = inputs
        offset = np.random.rand(*self.shapes["offset"]).astype("float32")
        return first + offset, second * np.random.rand()


class Margin(tf.keras.losses.Loss):
    def __init__(self, margin, weights):
        super().__init__()
        self.margin = margin
        self.class_weights = weights

    def call(self, y_true, y_pred):
        print("margin", self.margin)
        chosen = tf.gather(self.class_weights, tf.cast(y_true[:, 0], tf.int32))
        return tf.maximum(0.0, self.margin - y_pred[:, 0]) * chosen


class Counted(tf.keras.metrics.Metric):
    def __init__(self, threshold, name="counted"):
        super().__init__(name=name)
        self.threshold = threshold
        self.total = self.add_weight(name="total", initializer="zeros")
        self.updates = 0

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.updates += 1
        print("updates", self.updates)
        self.total.assign_add(tf.reduce_sum(tf.cast(y_pred > self.threshold, tf.float32)))

    def result(self):
        return self.total
