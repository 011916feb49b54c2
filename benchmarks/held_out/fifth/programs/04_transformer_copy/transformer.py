import logging
from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from absl import logging as absl_logging

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Config:
    vocab: int = 20
    d_model: int = 16
    heads: int = 2
    layers: int = 2
    dropout: float = 0.1
    max_len: int = 12


def positional_encoding(length, depth):
    pos = np.arange(length)[:, None]
    i = np.arange(depth)[None, :]
    angle = pos / np.power(10000, (2 * (i // 2)) / depth)
    angle[:, 0::2] = np.sin(angle[:, 0::2])
    angle[:, 1::2] = np.cos(angle[:, 1::2])
    return tf.constant(angle[None], tf.float32)


class MultiHeadSelfAttention(tf.keras.layers.Layer):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.depth = cfg.d_model // cfg.heads
        self.wq = tf.keras.layers.Dense(cfg.d_model)
        self.wk = tf.keras.layers.Dense(cfg.d_model)
        self.wv = tf.keras.layers.Dense(cfg.d_model)
        self.wo = tf.keras.layers.Dense(cfg.d_model)
        self.attention_weights = None

    def split(self, x):
        b, t = tf.shape(x)[0], tf.shape(x)[1]
        return tf.transpose(tf.reshape(x, (b, t, self.cfg.heads, self.depth)), [0, 2, 1, 3])

    def call(self, x, mask=None):
        q, k, v = self.split(self.wq(x)), self.split(self.wk(x)), self.split(self.wv(x))
        logits = tf.matmul(q, k, transpose_b=True) / np.sqrt(self.depth)
        if mask is not None:
            logits += mask * -1e9
        w = tf.nn.softmax(logits)
        self.attention_weights = w
        out = tf.transpose(tf.matmul(w, v), [0, 2, 1, 3])
        return self.wo(tf.reshape(out, (tf.shape(x)[0], -1, self.cfg.d_model)))


class Block(tf.keras.layers.Layer):
    def __init__(self, cfg):
        super().__init__()
        self.att = MultiHeadSelfAttention(cfg)
        self.norm1 = tf.keras.layers.LayerNormalization()
        self.norm2 = tf.keras.layers.LayerNormalization()
        self.ffn = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"),
                                        tf.keras.layers.Dense(cfg.d_model)])
        self.drop = tf.keras.layers.Dropout(cfg.dropout)

    def call(self, x, mask=None, training=False):
        h = self.norm1(x + self.drop(self.att(x, mask=mask), training=training))
        return self.norm2(h + self.drop(self.ffn(h), training=training))


class TinyTransformer(tf.keras.Model):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.emb = tf.keras.layers.Embedding(cfg.vocab, cfg.d_model)
        self.pos = positional_encoding(cfg.max_len, cfg.d_model)
        self.blocks = [Block(cfg) for _ in range(cfg.layers)]
        self.head = tf.keras.layers.Dense(cfg.vocab)
        self.activations = []

    def call(self, tokens, training=False):
        x = self.emb(tokens) * tf.math.sqrt(tf.cast(self.cfg.d_model, tf.float32))
        x += self.pos[:, :tf.shape(tokens)[1]]
        for block in self.blocks:
            x = block(x, training=training)
            self.activations.append(x)
        return self.head(x)


loss_obj = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def make_train_step(model, optimizer):
    @tf.function
    def step(inp, tar):
        absl_logging.info("step input %s", inp.shape)
        with tf.GradientTape() as tape:
            loss = loss_obj(tar, model(inp, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        norm = tf.linalg.global_norm(grads)
        log.warning("gradient norm %s", norm)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss
    return step


def batches(cfg, n):
    rng = np.random.default_rng(0)
    for _ in range(n):
        x = rng.integers(1, cfg.vocab, (8, cfg.max_len))
        yield tf.constant(x), tf.constant(x[:, ::-1].copy())


def main():
    absl_logging.set_verbosity(absl_logging.INFO)
    cfg = Config()
    model = TinyTransformer(cfg)
    model(tf.ones((1, cfg.max_len), tf.int64))
    model.activations.clear()
    optimizer = tf.keras.optimizers.Adam(1e-2)
    optimizer.build(model.trainable_variables)
    step = make_train_step(model, optimizer)
    for i, (inp, tar) in enumerate(batches(cfg, 24)):
        loss = step(inp, tar)
        if i % 8 == 0:
            log.warning("step %d loss %.3f", i, loss.numpy())
    print("activations kept:", len(model.activations))


if __name__ == "__main__":
    main()
