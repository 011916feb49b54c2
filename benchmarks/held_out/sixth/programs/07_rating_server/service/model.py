import os

import keras
import tensorflow as tf


class RatingModel(tf.Module):
    def __init__(self, vocab, dim=8, name=None):
        super().__init__(name=name)
        self.vocab = vocab
        self.emb = tf.Variable(tf.random.stateless_normal([vocab, dim], seed=[1, 2]), name="emb")
        self.w = tf.Variable(tf.random.stateless_normal([dim], seed=[3, 4]), name="w")
        self.served = 0
        self.hits = tf.Variable(0, dtype=tf.int64, trainable=False)

    def temperature(self):
        return float(os.environ.get("RATING_TEMPERATURE", "1.0"))

    def embed(self, ids):
        mask = tf.cast(ids > 0, tf.float32)[..., None]
        total = tf.reduce_sum(tf.gather(self.emb, ids) * mask, axis=1)
        return total / tf.maximum(tf.reduce_sum(mask, axis=1), 1.0)

    @tf.function
    def score(self, ids):
        self.hits.assign_add(1)
        self.served += 1
        logit = tf.linalg.matvec(self.embed(ids), self.w) / self.temperature()
        return tf.sigmoid(logit)

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32)])
    def score_any(self, ids):
        rows = tf.shape(ids)[0]
        out = tf.TensorArray(tf.float32, size=rows)
        for i in tf.range(rows):
            out = out.write(i, tf.reduce_mean(tf.gather(self.emb, ids[i])))
        return out.stack()


class Calibrator:
    """Platt scaling; refit() is called by the nightly job."""

    def __init__(self):
        self.a, self.b = 1.0, 0.0

    def refit(self, pairs):
        self.a = sum(p for p, _ in pairs) / max(len(pairs), 1)
        return self

    def __call__(self, p):
        return keras.ops.clip(self.a * p + self.b, 0.0, 1.0)
