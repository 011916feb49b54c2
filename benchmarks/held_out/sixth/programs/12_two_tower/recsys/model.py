import keras
import tensorflow as tf

from .towers import BiasTower, MLPTower


class TwoTower(keras.Model):
    def __init__(self, n_users, n_items, dim=8):
        super().__init__()
        self.user = MLPTower(n_users, dim, name="user")
        self.item = MLPTower(n_items, dim, name="item")
        self.item_bias = BiasTower(n_items, name="item_bias")

    def call(self, inputs, training=None):
        users, items = inputs[:, 0], inputs[:, 1]
        score = tf.reduce_sum(self.user(users) * self.item(items), axis=-1)
        return tf.sigmoid(score + self.item_bias(items))


class Popularity:
    """baseline; counts are kept in NumPy"""

    def __init__(self, n_items):
        self.counts = [0] * n_items

    def update(self, items):
        for i in items:
            self.counts[int(i)] += 1

    def top(self, k):
        return sorted(range(len(self.counts)), key=self.counts.__getitem__, reverse=True)[:k]
