import functools

import numpy as np
import tensorflow as tf

from data import BOS, EOS


@functools.lru_cache(maxsize=None)
def length_penalty(n):
    return tf.linspace(0.0, 0.3, n)


class Translator:
    def __init__(self, model, task):
        self.model, self.task = model, task
        self.maps = []

    def translate(self, text):
        memory, state, mask = self.model.encode(self.task.encode([text]))
        token, out = tf.constant([BOS]), []
        while len(out) < 10:
            logits, state, weights = self.model.step(token, state, memory, mask)
            token = tf.argmax(logits, -1, output_type=tf.int32)
            if int(token[0]) == EOS:
                break
            out.append(self.task.chars.get(int(token[0]), "?"))
        return "".join(out)

    @tf.function
    def greedy_with_scores(self, src, max_len):
        memory, state, mask = self.model.encode(src)
        n = tf.shape(src)[0]
        token = tf.fill([n], BOS)
        done = tf.zeros([n], tf.bool)
        tokens = tf.TensorArray(tf.int32, size=max_len, element_shape=[None])
        scores = tf.TensorArray(tf.float32, size=max_len, element_shape=[None])
        for i in tf.range(max_len):
            logits, state, weights = self.model.step(token, state, memory, mask)
            token = tf.argmax(logits, -1, output_type=tf.int32)
            tokens = tokens.write(i, token)
            scores.write(i, tf.reduce_max(tf.nn.log_softmax(logits), -1))
            self.maps.append(weights)
            done = tf.logical_or(done, tf.equal(token, EOS))
            if tf.reduce_all(done):
                break
        return tf.transpose(tokens.stack()), tf.transpose(scores.stack())

    @tf.function
    def prefix(self, src, limit):
        memory, state, mask = self.model.encode(src)
        token = tf.fill([tf.shape(src)[0]], BOS)
        penalty = length_penalty(limit)
        eos = tf.one_hot(EOS, self.model.out.units)
        for k in range(limit):
            logits, state, _ = self.model.step(token, state, memory, mask)
            token = tf.argmax(logits - penalty[k] * eos, -1, output_type=tf.int32)
        return token


def alignment_table(weights, text):
    """Eager text rendering of one attention map."""
    arr = np.asarray(weights)
    rows = []
    for row in arr:
        rows.append(text[int(row.argmax())])
    return "".join(rows)
