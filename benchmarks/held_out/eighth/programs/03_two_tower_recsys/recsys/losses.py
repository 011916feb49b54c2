import keras
import numpy as np
import tensorflow as tf

from .plugins import plugin


@plugin("loss", "in_batch_softmax")
class InBatchSoftmax:
    def __init__(self, temperature, hard_negatives):
        self.temperature = temperature
        self.hard_negatives = hard_negatives

    def __call__(self, user_vec, item_vec):
        scores = tf.matmul(user_vec, item_vec, transpose_b=True) / self.temperature
        labels = tf.range(tf.shape(scores)[0])
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, scores))


@plugin("loss", "sampled")
class SampledBpr:
    """Pairwise loss on a few random other items of the batch."""

    def __init__(self, temperature=1.0, hard_negatives=20):
        self.count = hard_negatives

    def __call__(self, user_vec, item_vec):
        n = item_vec.shape[0]
        picks = np.random.permutation(n)[: self.count]
        negatives = tf.gather(item_vec, picks)
        pos = tf.reduce_sum(user_vec * item_vec, -1, keepdims=True)
        neg = tf.matmul(user_vec, negatives, transpose_b=True)
        return -tf.reduce_mean(tf.math.log_sigmoid(pos - neg))


class HitRate(keras.metrics.Metric):
    def __init__(self, k=10, name="hit", **kwargs):
        super().__init__(name=name, **kwargs)
        self.k = k
        self.hits = self.add_weight(name="hits", initializer="zeros")
        self.batches = 0

    def update_state(self, user_vec, item_vec, sample_weight=None):
        scores = tf.matmul(user_vec, item_vec, transpose_b=True)
        labels = tf.range(tf.shape(scores)[0])
        hit = tf.math.in_top_k(labels, scores, self.k)
        self.hits.assign_add(tf.reduce_mean(tf.cast(hit, tf.float32)))
        self.batches += 1

    def result(self):
        return self.hits / max(self.batches, 1)

    def reset_state(self):
        self.hits.assign(0.0)
        self.batches = 0
