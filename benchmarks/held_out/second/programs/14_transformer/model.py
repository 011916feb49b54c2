import numpy as np
import tensorflow as tf


def positional(length, depth):
    pos = np.arange(length)[:, None] / np.power(10000, np.arange(depth)[None] / depth)
    return tf.cast(np.sin(pos), tf.float32)


class Attention(tf.keras.layers.Layer):
    def __init__(self, dim, **kw):
        super().__init__(**kw)
        self.q, self.k, self.v = (tf.keras.layers.Dense(dim) for _ in range(3))
        self.scores = None
        self.maps = {}

    def call(self, x, training=False):
        q, k, v = self.q(x), self.k(x), self.v(x)
        att = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / tf.sqrt(float(x.shape[-1])))
        self.maps[self.name] = att
        if training:
            att = tf.nn.dropout(att, 0.1)
        return tf.matmul(att, v)


class Block(tf.keras.layers.Layer):
    def __init__(self, dim, **kw):
        super().__init__(**kw)
        self.att = Attention(dim)
        self.ff = tf.keras.Sequential([tf.keras.layers.Dense(2 * dim, "relu"), tf.keras.layers.Dense(dim)])
        self.norm = tf.keras.layers.LayerNormalization()

    def call(self, x, training=False):
        x = self.norm(x + self.att(x, training=training))
        x = x + self.ff(x)
        x = tf.keras.layers.Dropout(0.1)(x, training=training)
        return x


class Classifier(tf.keras.Model):
    def __init__(self, vocab, length, dim=8, depth=2):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(vocab, dim)
        self.pos = positional(length, dim)
        self.blocks = [Block(dim) for _ in range(depth)]
        self.head = tf.keras.layers.Dense(2)

    def call(self, ids, training=False):
        x = self.emb(ids) + self.pos
        for b in self.blocks:
            x = b(x, training=training)
        return self.head(tf.reduce_mean(x, 1))
