import math

import keras
import tensorflow as tf
from keras import layers

from .pipeline import TwoViews, striped_images


class ContrastiveBase:
    """Epoch loop and cosine learning rate."""

    def run(self):
        data = self.pipeline()
        for epoch in range(self.cfg["epochs"]):
            frac = epoch / max(self.cfg["epochs"] - 1, 1)
            self.lr = self.cfg["min_lr"] + 0.5 * (self.cfg["lr"] - self.cfg["min_lr"]) * (1 + math.cos(math.pi * frac))
            losses = [float(self.step(a, b)) for a, b in data]
            print(f"epoch {epoch} lr {self.lr:.5f} loss {sum(losses) / len(losses):.4f}")


class Pretrainer(ContrastiveBase):
    def __init__(self, cfg):
        self.cfg = cfg
        self.images, self.labels = striped_images(cfg["images"], cfg["size"], cfg["seed"])
        self.pipeline = TwoViews(cfg, self.images)
        self.encoder = keras.Sequential([
            keras.Input((cfg["size"], cfg["size"], 1)),
            layers.Conv2D(cfg["width"], 3, 2, activation="relu"), layers.Conv2D(cfg["width"], 3, activation="relu"),
            layers.GlobalAveragePooling2D()])
        self.head = keras.Sequential([keras.Input((cfg["width"],)), layers.Dense(16)])
        self.lr = cfg["lr"]
        self.momenta = [tf.Variable(tf.zeros_like(v), trainable=False) for v in self.weights]
        self.largest_gradient = 0.0
        self.negatives = {}

    @property
    def weights(self):
        return self.encoder.trainable_variables + self.head.trainable_variables

    def nt_xent(self, za, zb):
        z = tf.math.l2_normalize(tf.concat([za, zb], 0), -1)
        n = z.shape[0]
        if n not in self.negatives:
            self.negatives[n] = tf.one_hot(tf.range(n), n) * -1e9
        logits = tf.matmul(z, z, transpose_b=True) / self.cfg["temperature"] + self.negatives[n]
        labels = tf.concat([tf.range(n // 2, n), tf.range(n // 2)], 0)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))

    @tf.function
    def step(self, a, b):
        with tf.GradientTape() as tape:
            loss = self.nt_xent(self.head(self.encoder(a)), self.head(self.encoder(b)))
        grads = tape.gradient(loss, self.weights)
        for w, m, g in zip(self.weights, self.momenta, grads):
            m.assign(0.9 * m + g)
            w.assign_sub(self.lr * m)
        norm = tf.linalg.global_norm(grads)
        try:
            self.largest_gradient = max(self.largest_gradient, norm.numpy())
        except AttributeError:
            pass
        return loss
