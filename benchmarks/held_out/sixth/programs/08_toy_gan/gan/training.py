import os
import time

import keras
import numpy as np
import tensorflow as tf

from .objectives import OBJECTIVES


class GANTrainer:
    def __init__(self, gen, disc, objective="vanilla", lr=2e-4, n_critic=1, snapshot_dir="/tmp/gan"):
        self.gen, self.disc = gen, disc
        self.objective = OBJECTIVES[objective]
        self.g_opt = keras.optimizers.Adam(lr, beta_1=0.5)
        self.d_opt = keras.optimizers.Adam(lr, beta_1=0.5)
        self.n_critic = n_critic
        self.snapshot_dir = snapshot_dir
        self.stats = {"d": [], "g": []}
        os.makedirs(snapshot_dir, exist_ok=True)

    def record(self, **losses):
        for name, value in losses.items():
            self.stats[name].append(value)

    @tf.function
    def step(self, real):
        z = tf.random.normal([tf.shape(real)[0], self.gen.latent])
        with tf.GradientTape() as gt, tf.GradientTape() as dt:
            fake = self.gen(z)
            d_loss, g_loss = self.objective(self.disc(real), self.disc(fake))
        self.apply(self.d_opt, dt, d_loss, self.disc)
        self.apply(self.g_opt, gt, g_loss, self.gen)
        self.record(d=d_loss, g=g_loss)
        return d_loss, g_loss

    def apply(self, opt, tape, loss, net):
        grads = tape.gradient(loss, net.trainable_variables)
        opt.apply_gradients(zip(grads, net.trainable_variables))

    def sample_grid(self, n=4, seed=0):
        z = np.random.default_rng(seed).normal(size=(n, self.gen.latent)).astype("float32")
        return self.gen(z).numpy()

    def snapshot(self, epoch):
        path = os.path.join(self.snapshot_dir, f"{epoch:03d}.npy")
        np.save(path, self.sample_grid())
        return path

    def train(self, ds, epochs):
        for epoch in range(epochs):
            t0 = time.perf_counter()
            for real in ds:
                d, g = self.step(real)
            print(f"epoch {epoch} d {float(d):.3f} g {float(g):.3f} {time.perf_counter() - t0:.1f}s")
            self.snapshot(epoch)


@tf.function
def interpolate(gen, z0, z1, alpha):
    z = (1.0 - alpha) * z0 + alpha * z1
    return gen(z)


def latent_walk(gen, steps=5):
    z0, z1 = tf.random.normal([1, gen.latent]), tf.random.normal([1, gen.latent])
    frames = []
    for i in range(steps):
        frames.append(interpolate(gen, z0, z1, i / (steps - 1)))
    return tf.concat(frames, 0)


def diversity(images):
    @tf.function
    def mean_distance(a):
        diff = a[:, None] - a[None]
        return tf.reduce_mean(tf.sqrt(tf.reduce_sum(diff ** 2, axis=-1) + 1e-9))

    return float(mean_distance(tf.reshape(images, [len(images), -1])))
