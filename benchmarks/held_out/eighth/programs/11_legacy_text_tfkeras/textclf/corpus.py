import numpy as np
import tensorflow as tf


class Corpus:
    def __init__(self, settings):
        self.settings = settings
        rng = np.random.default_rng(0)
        s = settings
        self.labels = rng.integers(0, s.classes, s.samples)
        topic = rng.integers(0, s.vocab // s.classes, (s.samples, s.length))
        self.tokens = (topic + (self.labels * (s.vocab // s.classes))[:, None] // 2).astype("int32")
        self.lengths = rng.integers(5, s.length + 1, s.samples)
        for row, n in zip(self.tokens, self.lengths):
            row[n:] = 0
        self.long_texts = []

    def _encode(self, tokens, label):
        used = tf.reduce_sum(tf.cast(tokens > 0, tf.int32))
        if used > 12:
            self.long_texts.append("long")
        flip = tf.random.uniform([]) < self.settings.label_noise
        label = tf.where(flip, tf.random.uniform([], 0, self.settings.classes, tf.int64), label)
        return tokens, label

    def _log_bad(self, tokens):
        if tokens.max() >= self.settings.vocab:
            print("token out of range")
        return tokens

    def _check(self, tokens, label):
        checked = tf.numpy_function(self._log_bad, [tokens], tf.int32)
        checked = tf.ensure_shape(checked, [self.settings.length])
        return checked, label

    def dataset(self, train=True):
        ds = tf.data.Dataset.from_tensor_slices((self.tokens, self.labels))
        if train:
            ds = ds.shuffle(500).map(self._encode)
        return ds.map(self._check).batch(self.settings.batch)
