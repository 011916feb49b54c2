import os
import random

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def mlp(sizes, out_dim, name):
    inputs = layers.Input((sizes[0],))
    x = inputs
    for width in sizes[1:]:
        x = layers.Dense(width)(x)
        x = layers.LeakyReLU(0.2)(x)
    return tf.keras.Model(inputs, layers.Dense(out_dim)(x), name=name)


class GAN:
    def __init__(self, latent_dim=8, out_dir="/tmp/gan_moons", smooth=0.1, n_critic=2):
        self.latent_dim = latent_dim
        self.out_dir = out_dir
        self.smooth = smooth
        self.n_critic = n_critic
        self.generator = mlp([latent_dim, 32, 32], 2, "generator")
        self.critic = mlp([2, 32, 32], 1, "critic")
        self.g_opt = tf.keras.optimizers.Adam(1e-3, beta_1=0.5)
        self.d_opt = tf.keras.optimizers.Adam(1e-3, beta_1=0.5)
        self.bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
        self.d_losses = []
        self.d_metric = tf.keras.metrics.Mean(name="d_loss")
        os.makedirs(out_dir, exist_ok=True)

    def discriminator_loss(self, real, fake):
        target = 1.0 - random.uniform(0, self.smooth)
        real_labels = tf.fill(tf.shape(real), target)
        if np.random.rand() < 0.05:
            real_labels = 1.0 - real_labels
        return self.bce(real_labels, real) + self.bce(tf.zeros_like(fake), fake)

    @tf.function
    def d_step(self, real):
        noise = np.random.normal(size=(real.shape[0], self.latent_dim)).astype("float32")
        with tf.GradientTape() as tape:
            fake = self.generator(noise, training=True)
            loss = self.discriminator_loss(self.critic(real, training=True), self.critic(fake, training=True))
        grads = tape.gradient(loss, self.critic.trainable_variables)
        self.d_opt.apply_gradients(zip(grads, self.critic.trainable_variables))
        self.d_losses.append(loss)
        self.d_metric.update_state(loss)
        return loss

    @tf.function
    def g_step(self, batch_size, epoch):
        noise = tf.random.normal((batch_size, self.latent_dim))
        with tf.GradientTape() as tape:
            fake = self.generator(noise, training=True)
            loss = self.bce(tf.ones((batch_size, 1)), self.critic(fake))
        grads = tape.gradient(loss, self.generator.trainable_variables)
        self.g_opt.apply_gradients(zip(grads, self.generator.trainable_variables))
        if epoch % 5 == 0:
            np.save(os.path.join(self.out_dir, f"noise_{epoch}.npy"), np.asarray(noise.shape))
        return loss

    def train(self, sampler, epochs, steps, batch_size):
        for epoch in range(epochs):
            self.d_metric.reset_state()
            g_loss = tf.constant(0.0)
            for i, real in enumerate(sampler.batches(batch_size, steps)):
                self.d_step(tf.constant(real))
                if i % self.n_critic == 0:
                    g_loss = self.g_step(batch_size, epoch)
            print(f"epoch {epoch} d {self.d_metric.result():.3f} g {float(g_loss):.3f}")

    def sample(self, n):
        z = np.random.normal(size=(n, self.latent_dim)).astype("float32")
        return self.generator(z, training=False).numpy()
