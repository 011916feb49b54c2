import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def positional_encoding(length, depth):
    pos = np.arange(length)[:, None]
    i = np.arange(depth)[None, :]
    angle = pos / np.power(10000, (2 * (i // 2)) / depth)
    angle[:, 0::2] = np.sin(angle[:, 0::2])
    angle[:, 1::2] = np.cos(angle[:, 1::2])
    return tf.cast(angle[None], tf.float32)


class Block(layers.Layer):
    def __init__(self, d, heads, causal=False):
        super().__init__()
        self.att = layers.MultiHeadAttention(heads, d)
        self.ff = layers.Dense(d * 2, activation="relu")
        self.out = layers.Dense(d)
        self.norm = layers.LayerNormalization()
        self.drop = layers.Dropout(0.1)
        self.causal = causal

    def call(self, x, context, training=False):
        h = self.att(x, context, use_causal_mask=self.causal)
        x = self.norm(x + self.drop(h, training=training))
        return x + self.out(self.ff(x))


class Transformer(tf.keras.Model):
    def __init__(self, vocab, d_model, heads, depth):
        super().__init__()
        self.emb = layers.Embedding(vocab, d_model)
        self.pos = positional_encoding(64, d_model)
        self.enc = [Block(d_model, heads) for _ in range(depth)]
        self.dec = [Block(d_model, heads, causal=True) for _ in range(depth)]
        self.head = layers.Dense(vocab)
        self.scale = np.sqrt(d_model)

    def call(self, inp, tar, training=False):
        n = tf.shape(inp)[1]
        c = self.emb(inp) * self.scale + self.pos[:, :n]
        for block in self.enc:
            c = block(c, c, training=training)
        x = self.emb(tar) * self.scale + self.pos[:, :tf.shape(tar)[1]]
        for block in self.dec:
            x = block(x, c, training=training)
        return self.head(x)
