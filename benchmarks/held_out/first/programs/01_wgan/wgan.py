"""WGAN-GP on toy data, own loop."""
import functools
from dataclasses import dataclass

import numpy as np
import tensorflow as tf

compiled = functools.partial(tf.function, reduce_retracing=True)


@dataclass
class Hyper:
    latent: int = 4
    gp_weight: float = 10.0
    n_critic: int = 2


class WGAN:
    def __init__(self, hp: Hyper):
        self.hp = hp
        self.gen = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(2)])
        self.critic = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
        self.gopt = tf.keras.optimizers.Adam(1e-4)
        self.copt = tf.keras.optimizers.Adam(1e-4)
        self.history = {"d": [], "g": []}

    def gradient_penalty(self, real, fake):
        eps = tf.random.uniform([tf.shape(real)[0], 1])
        mid = eps * real + (1 - eps) * fake
        with tf.GradientTape() as tape:
            tape.watch(mid)
            out = self.critic(mid)
        g = tape.gradient(out, mid)
        norm = tf.sqrt(tf.reduce_sum(g ** 2, axis=1) + 1e-12)
        return self.hp.gp_weight * tf.reduce_mean((norm - 1.0) ** 2)

    @compiled
    def critic_step(self, real):
        z = tf.random.normal([tf.shape(real)[0], self.hp.latent])
        with tf.GradientTape() as tape:
            fake = self.gen(z, training=True)
            loss = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
            loss += self.gradient_penalty(real, fake)
        self.history["d"].append(loss)
        grads = tape.gradient(loss, self.critic.trainable_variables)
        self.copt.apply_gradients(zip(grads, self.critic.trainable_variables))
        return loss

    @compiled
    def gen_step(self, n):
        z = tf.random.normal([n, self.hp.latent])
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(self.critic(self.gen(z, training=True)))
        grads = tape.gradient(loss, self.gen.trainable_variables)
        self.gopt.apply_gradients(zip(grads, self.gen.trainable_variables))
        return loss


def train(gan, data, epochs):
    for epoch in range(epochs):
        for real in data:
            d = gan.critic_step(real)
        g = gan.gen_step(16)
        gan.history["g"].append(float(g))
        print(f"epoch {epoch} d={d:.3f} g={g:.3f}")
        gan.hp.gp_weight *= 0.9
    return gan


if __name__ == "__main__":
    xs = np.random.randn(64, 2).astype("float32")
    train(WGAN(Hyper()), tf.data.Dataset.from_tensor_slices(xs).batch(16), 3)
