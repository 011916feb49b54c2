import os
import time
import uuid

import numpy as np
import tensorflow as tf


class ScoringService(tf.Module):
    """Logistic scorer with request metadata."""

    SPEC = tf.TensorSpec((None, 4), tf.float32, name="features")

    def __init__(self, w, b, threshold=0.5):
        super().__init__()
        self.w, self.b = tf.Variable(w), tf.Variable(b)
        self.threshold = threshold
        self.cutoff = tf.Variable(threshold)
        self.served = tf.Variable(0, dtype=tf.int64)
        self.scale = float(os.environ.get("SCORE_SCALE", "1.0"))

    def check(self, x):
        if hasattr(x, "numpy"):
            if np.isnan(x.numpy()).any():
                raise ValueError("NaN in request")
        return x

    def logits(self, x):
        return (tf.matmul(x, self.w)[:, 0] + self.b) * self.scale

    @tf.function(input_signature=[SPEC])
    def predict(self, features):
        features = self.check(features)
        score = tf.sigmoid(self.logits(features))
        request_id = uuid.uuid4().hex
        self.served.assign_add(tf.shape(features, tf.int64)[0])
        return {
            "score": score,
            "flag": tf.cast(score > self.threshold, tf.int32),
            "request_id": tf.constant(request_id),
            "scored_at": tf.constant(time.time()),
        }

    @tf.function(input_signature=[SPEC])
    def predict_adjustable(self, features):
        score = tf.sigmoid(self.logits(features))
        tf.debugging.assert_all_finite(score, "bad score")
        tf.print("batch", tf.shape(features)[0], "at", tf.timestamp())
        return tf.cast(score > self.cutoff, tf.int32)

    def predict_eager(self, rows):
        x = self.check(tf.constant(rows))
        score = tf.sigmoid(self.logits(x)).numpy()
        if not tf.executing_eagerly():
            return score
        return (score > self.threshold).astype(int)
