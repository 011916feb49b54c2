import os
import tempfile
import time

import numpy as np
import tensorflow as tf
from absl import logging


class Catalogue:
    def __init__(self, n_items=30, dim=4):
        self.items = tf.Variable(tf.random.normal((n_items, dim), seed=2))
        self.dir = tempfile.mkdtemp()
        self.blocked = np.zeros(n_items, "float32")

    @tf.function
    def retrieve(self, query, k):
        scores = tf.linalg.matvec(self.items, query) - 1e9 * self.blocked
        values, ids = tf.math.top_k(scores, k)
        logging.info("retrieved %s", ids)
        return ids, values

    @tf.function
    def refresh(self, vectors):
        self.items.assign(vectors)
        os.utime(self.dir)
        return tf.reduce_sum(self.items)

    def block(self, item):
        self.blocked[item] = 1.0

    def snapshot(self):
        path = os.path.join(self.dir, "items.npy")
        np.save(path, self.items.numpy())
        return path


class Session:
    def __init__(self, catalogue):
        self.catalogue = catalogue
        self.shown = set()

    def next_page(self, user, k=3):
        ids, _ = self.catalogue.retrieve(user, k)
        fresh = [int(i) for i in ids.numpy() if int(i) not in self.shown]
        self.shown.update(fresh)
        logging.info("page of %d", len(fresh))
        return fresh
