import numpy as np
import tensorflow as tf


class Thompson:
    def __init__(self, arms, seed):
        self.rng = np.random.default_rng(seed)
        self.plays = tf.Variable(tf.zeros([arms]), trainable=False)
        self.mean = tf.Variable(tf.zeros([arms]), trainable=False)
        self.rounds = 0

    def choose(self):
        sample = self.rng.normal(self.mean.numpy(), 1.0 / np.sqrt(self.plays.numpy() + 1))
        return int(sample.argmax())

    def learn(self, arm, reward):
        self.rounds += 1
        self._update(arm, reward)

    @tf.function
    def _update(self, arm, reward):
        self.plays.scatter_nd_add([[arm]], [1.0])
        old = self.mean[arm]
        self.mean.scatter_nd_update([[arm]], [old + (reward - old) / self.plays[arm]])
