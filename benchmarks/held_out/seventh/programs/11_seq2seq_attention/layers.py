import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def positions(max_len, dim):
    pos = np.arange(max_len)[:, None]
    i = np.arange(dim)[None]
    angle = pos / np.power(10000, (2 * (i // 2)) / dim)
    angle[:, 0::2], angle[:, 1::2] = np.sin(angle[:, 0::2]), np.cos(angle[:, 1::2])
    return tf.constant(angle[None], tf.float32)


class Heads(layers.Layer):
    """Multi head attention written out."""

    def __init__(self, dim, heads, dropout=0.1, **kwargs):
        super().__init__(**kwargs)
        assert dim % heads == 0
        self.dim, self.heads = dim, heads
        self.q, self.k, self.v, self.o = (layers.Dense(dim) for _ in range(4))
        self.drop = layers.Dropout(dropout)
        self.scores = None

    def split(self, x):
        b = x.shape[0] or 1
        x = tf.reshape(x, (b, -1, self.heads, self.dim // self.heads))
        return tf.transpose(x, (0, 2, 1, 3))

    def call(self, query, memory, mask=None, training=False):
        q, k, v = self.split(self.q(query)), self.split(self.k(memory)), self.split(self.v(memory))
        logits = tf.matmul(q, k, transpose_b=True) / np.sqrt(self.dim / self.heads)
        if mask is not None:
            logits += (1.0 - tf.cast(mask, logits.dtype)) * -1e9
        self.scores = tf.nn.softmax(logits)
        out = tf.matmul(self.drop(self.scores, training=training), v)
        out = tf.transpose(out, (0, 2, 1, 3))
        return self.o(tf.reshape(out, (tf.shape(query)[0], -1, self.dim)))


class Block(layers.Layer):
    def __init__(self, dim, heads, **kwargs):
        super().__init__(**kwargs)
        self.att = Heads(dim, heads)
        self.norm1, self.norm2 = layers.LayerNormalization(), layers.LayerNormalization()
        self.ff = layers.Dense(dim, activation="relu")

    def call(self, x, training=False):
        x = self.norm1(x + self.att(x, x, training=training))
        return self.norm2(x + self.ff(x))


class Tagger(tf.keras.Model):
    def __init__(self, vocab, dim=32, heads=2, depth=1, max_len=32):
        super().__init__()
        self.embed = layers.Embedding(vocab, dim)
        self.pos = positions(max_len, dim)
        self.blocks = [Block(dim, heads) for _ in range(depth)]
        self.head = layers.Dense(vocab)
        self.layer_drop = 0.2

    def call(self, tokens, training=False):
        x = self.embed(tokens) + self.pos[:, : tokens.shape[1]]
        for block in self.blocks:
            if training and np.random.rand() < self.layer_drop:
                continue
            x = block(x, training=training)
        return self.head(x)
