import tensorflow as tf


class Tower(tf.keras.layers.Layer):
    def __init__(self, vocab, dim=8, **kw):
        super().__init__(**kw)
        self.emb = tf.keras.layers.Embedding(vocab, dim)
        self.dense = tf.keras.layers.Dense(dim)
        self.last_norm = None

    def call(self, ids):
        x = self.dense(self.emb(ids))
        x = tf.math.l2_normalize(x, axis=-1)
        self.last_norm = tf.norm(x)
        return x


class DeepTower(Tower):
    def call(self, ids):
        x = super().call(ids)
        x = tf.keras.layers.Dense(8, activation="relu")(x)
        x = tf.keras.layers.ReLU()(x)
        return x
