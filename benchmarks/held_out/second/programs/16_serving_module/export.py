"""Wrap a scorer for TF Serving."""
import datetime
import tempfile

import tensorflow as tf


class Scorer(tf.Module):
    def __init__(self, dim, vocab):
        super().__init__()
        self.w = tf.Variable(tf.random.normal([dim, 1]), name="w")
        self.threshold = 0.5
        self.table = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(vocab, tf.range(len(vocab), dtype=tf.int64)), -1)
        self.requests = tf.Variable(0, dtype=tf.int64, trainable=False)
        self.history = []

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def score(self, x):
        self.requests.assign_add(1)
        p = tf.sigmoid(x @ self.w)
        self.history.append(p)
        stamp = datetime.datetime.now().isoformat()
        return {"p": p, "hit": p > self.threshold, "time": tf.constant(stamp)}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def lookup(self, words):
        return self.table.lookup(words)

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def half(self, x):
        n = x.shape[0] // 2
        return x[:n]


def main():
    s = Scorer(3, ["a", "b", "c"])
    x = tf.random.uniform([4, 3])
    print(s.score(x)["hit"].numpy().sum())
    s.threshold = 0.9
    for n in (2, 3, 4):
        r = s.score(x[:n])
        print(n, r["time"].numpy(), int(s.requests))
    print(s.lookup(tf.constant(["a", "z"])).numpy())
    print(s.half(x))
    with tempfile.TemporaryDirectory() as d:
        tf.saved_model.save(s, d)


if __name__ == "__main__":
    main()
