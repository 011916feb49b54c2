"""Adversarial autoencoder for sensor anomalies (legacy Keras)."""
import argparse
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
import tf_keras as keras
from tf_keras import layers

DIM, LATENT = 20, 3


def sensors(n, rng, broken=0.0):
    t = rng.uniform(0, 6, (n, 1))
    x = np.sin(t + np.arange(DIM) / 3.0) + 0.05 * rng.normal(size=(n, DIM))
    bad = rng.random(n) < broken
    x[bad] += rng.normal(size=(int(bad.sum()), DIM))
    return x.astype("float32"), bad


class NoisyDense(layers.Layer):
    def __init__(self, units, sigma=0.1, **kwargs):
        super().__init__(**kwargs)
        self.units, self.sigma = units, sigma

    def build(self, shape):
        self.w = self.add_weight(name="w", shape=(shape[-1], self.units))
        self.b = self.add_weight(name="b", shape=(self.units,), initializer="zeros")

    def call(self, x, training=None):
        y = tf.matmul(x, self.w) + self.b
        if training:
            y += self.sigma * tf.random.normal(tf.shape(y))
        return y


class CorruptedDense(NoisyDense):
    def call(self, x, training=None):
        if training:
            keep = np.random.binomial(1, 0.8, size=(1, x.shape[-1])).astype("float32")
            x = x * keep
        return super().call(x, training=training)


def build(batch_norm=True):
    enc = keras.Sequential([layers.Input((DIM,)), CorruptedDense(16), layers.ReLU(), layers.Dense(LATENT)])
    dec = keras.Sequential([layers.Input((LATENT,)), layers.Dense(16, activation="relu"), layers.Dense(DIM)])
    disc = keras.Sequential([layers.Input((LATENT,)), layers.Dense(16, activation="relu"), layers.Dense(1)])
    return enc, dec, disc


margin = 0.5
margin_log = []


def hinge_reconstruction(y_true, y_pred):
    err = tf.reduce_sum(tf.square(y_true - y_pred), -1)
    margin_log.append(margin)
    return tf.maximum(err - margin, 0.0)


def train(args):
    global margin
    rng = np.random.default_rng(args.seed)
    x, _ = sensors(512, rng)
    enc, dec, disc = build()
    disc.compile(keras.optimizers.Adam(1e-3), keras.losses.BinaryCrossentropy(from_logits=True))
    disc.trainable = False
    inputs = keras.Input((DIM,))
    code = enc(inputs)
    combined = keras.Model(inputs, [dec(code), disc(code)])
    bce = keras.losses.BinaryCrossentropy(from_logits=True)
    combined.compile(keras.optimizers.Adam(2e-3), [hinge_reconstruction, bce], loss_weights=[1.0, 0.05])
    curve = []
    for step in range(args.steps):
        batch = x[rng.integers(0, len(x), 64)]
        fake = enc(batch, training=False).numpy()
        real = rng.normal(size=(64, LATENT)).astype("float32")
        disc.train_on_batch(np.concatenate([real, fake]), np.repeat([1.0, 0.0], 64))
        total = combined.train_on_batch(batch, [batch, np.ones(64)])[0]
        curve.append(float(total))
        if step % 20 == 19:
            margin *= 0.5
            print("step", step + 1, "loss", round(np.mean(curve[-20:]), 3), "margin", margin)
    return enc, dec, combined


def threshold_search(enc, dec, x, bad):
    err = np.square(dec(enc(x)).numpy() - x).sum(1)
    scores = {}
    for q in (80, 90, 95):
        t = np.percentile(err, q)
        scores[q] = float(((err > t) == bad).mean())
    return scores


def continual(dec, enc, rng, rounds):
    """Fine-tune on growing data with a new rate each round."""
    inputs = keras.Input((DIM,))
    model = keras.Model(inputs, dec(enc(inputs)))
    for r in range(rounds):
        x, _ = sensors(64 * (r + 1), rng)
        model.compile(keras.optimizers.SGD(0.01 / (r + 1)), "mse")
        model.fit(x, x, batch_size=64, epochs=1, verbose=0)
    return model


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=60)
    ap.add_argument("--seed", type=int, default=0)
    args = ap.parse_args()
    np.random.seed(args.seed)
    keras.utils.set_random_seed(args.seed)
    enc, dec, _ = train(args)
    rng = np.random.default_rng(9)
    x, bad = sensors(200, rng, 0.1)
    print("accuracy by quantile", threshold_search(enc, dec, x, bad))
    model = continual(dec, enc, rng, 4)
    print("margins seen by loss", margin_log, "final", model.evaluate(x, x, verbose=0))


if __name__ == "__main__":
    main()
