"""Convolutional VAE on synthetic sprites."""
import argparse
import logging
import os
import time

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
logger = logging.getLogger("vae")


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=3)
    p.add_argument("--latent-dim", type=int, default=4)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--beta", type=float, default=1.0)
    return p.parse_args([])


def make_sprites(n=64, size=16, seed=0):
    rng = np.random.default_rng(seed)
    x = np.zeros((n, size, size, 1), np.float32)
    for i in range(n):
        r, c = rng.integers(0, size - 4, 2)
        x[i, r:r + 4, c:c + 4] = 1.0
    print("sprites", x.shape)
    return x


class CVAE(tf.keras.Model):
    def __init__(self, latent_dim):
        super().__init__()
        self.latent_dim = latent_dim
        self.encoder = tf.keras.Sequential([
            tf.keras.layers.Conv2D(8, 3, 2, activation="relu"),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(2 * latent_dim),
        ])
        self.decoder = tf.keras.Sequential([
            tf.keras.layers.Dense(8 * 8 * 4, activation="relu"),
            tf.keras.layers.Reshape((8, 8, 4)),
            tf.keras.layers.Conv2DTranspose(1, 3, 2, padding="same"),
        ])
        self.last_mean = None

    def encode(self, x):
        mean, logvar = tf.split(self.encoder(x), 2, axis=1)
        self.last_mean = mean
        return mean, logvar

    def reparameterize(self, mean, logvar):
        eps = np.random.normal(size=(1, self.latent_dim)).astype("float32")
        return mean + eps * tf.exp(0.5 * logvar)

    def sample(self, n):
        z = np.random.normal(size=(n, self.latent_dim)).astype("float32")
        return tf.sigmoid(self.decoder(z)).numpy()


class Trainer:
    def __init__(self, model, optimizer, beta):
        self.model = model
        self.optimizer = optimizer
        self.beta = beta
        self.history = []

    def elbo(self, x):
        mean, logvar = self.model.encode(x)
        z = self.model.reparameterize(mean, logvar)
        logits = self.model.decoder(z)
        bce = tf.reduce_sum(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), [1, 2, 3])
        kl = -0.5 * tf.reduce_sum(1 + logvar - mean ** 2 - tf.exp(logvar), 1)
        logger.info("bce %s kl %s", bce, kl)
        return tf.reduce_mean(bce + self.beta * kl)

    @tf.function
    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = self.elbo(x)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def run(self, ds, epochs):
        for epoch in range(epochs):
            t0 = time.time()
            losses = []
            for x in ds:
                losses.append(float(self.train_step(x)))
            self.history.append(np.mean(losses))
            logger.info("epoch %d loss %.3f (%.2fs)", epoch, self.history[-1], time.time() - t0)


def main():
    args = parse_args()
    x = make_sprites()
    ds = tf.data.Dataset.from_tensor_slices(x).shuffle(64).batch(args.batch_size)
    model = CVAE(args.latent_dim)
    trainer = Trainer(model, tf.keras.optimizers.Adam(1e-3), args.beta)
    trainer.run(ds, args.epochs)
    images = model.sample(2)
    print("sample mean", images.mean(), "cwd", os.path.basename(os.getcwd()))


if __name__ == "__main__":
    main()
