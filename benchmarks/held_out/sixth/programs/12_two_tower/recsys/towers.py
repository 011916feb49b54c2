"""User and item towers."""
import keras
import tensorflow as tf


class MLPTower(keras.layers.Layer):
    def __init__(self, vocab, dim=8, hidden=(16,), **kw):
        super().__init__(**kw)
        self.emb = keras.layers.Embedding(vocab, dim)
        self.denses = [keras.layers.Dense(h, activation="relu") for h in hidden]
        self.out = keras.layers.Dense(dim)

    @tf.function
    def call(self, ids):
        x = self.emb(ids)
        for d in self.denses:
            x = d(x)
        return self.out(x)


class BiasTower(keras.layers.Layer):
    """not decorated: trains"""

    def __init__(self, vocab, **kw):
        super().__init__(**kw)
        self.vocab = vocab

    def build(self, shape):
        self.bias = self.add_weight(shape=(self.vocab,), initializer="zeros", name="bias")
        self.scale = self.add_weight(shape=(), initializer="ones", name="scale")

    def call(self, ids):
        return tf.gather(self.bias, ids) * self.scale
