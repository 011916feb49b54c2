from __future__ import annotations

import tensorflow as tf


class Ensemble:
    def __init__(self, n: int = 2):
        self.members = [self._member() for _ in range(n)]

    @staticmethod
    def _member():
        return tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])

    def __iter__(self):
        return iter(self.members)

    def __call__(self, x):
        return tf.add_n([m(x) for m in self]) / len(self.members)
