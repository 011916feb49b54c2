import numpy as np
import tensorflow as tf


class Recommender:
    def __init__(self, model, num_items):
        self.model = model
        self.num_items = num_items
        self.all_items = tf.range(num_items)
        self.cache = {}

    def top(self, user, k=5):
        if user not in self.cache:
            scores = self.model.score(tf.constant([user]), self.all_items)
            self.cache[user] = np.argsort(-scores.numpy()[0])[:k]
        return self.cache[user]

    def for_sessions(self, sessions):
        """Scores for the items seen in each session."""
        out = []
        for user, items in sessions:
            scores = self.model.score(tf.constant([user]), tf.constant(items))
            out.append(float(tf.reduce_max(scores)))
        return out

    def batch_vectors(self, users):
        vectors = []
        for user in users:
            pair = self.model.predict({"user": np.array([user]), "item": np.array([0])}, verbose=0)
            vectors.append(pair[0][0])
        return np.stack(vectors)
