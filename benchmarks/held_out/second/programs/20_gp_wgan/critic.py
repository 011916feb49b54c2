import os
import random

import tensorflow as tf


class GradientPenaltyMixin:
    gp_calls = 0

    def penalty(self, real, fake):
        alpha = random.uniform(0, 1)
        mix = alpha * real + (1 - alpha) * fake
        with tf.GradientTape() as t:
            t.watch(mix)
            out = self.critic(mix)
        norm = tf.norm(t.gradient(out, mix), axis=1)
        GradientPenaltyMixin.gp_calls += 1
        return tf.reduce_mean((norm - 1.0) ** 2)


class WGAN(GradientPenaltyMixin):
    def __init__(self, latent=4, n_critic=2):
        self.latent = latent
        self.n_critic = n_critic
        self.gp_weight = 10.0
        self.gen = tf.keras.Sequential([tf.keras.Input((latent,)), tf.keras.layers.Dense(6)])
        self.critic = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
        self.g_opt, self.c_opt = tf.keras.optimizers.RMSprop(1e-3), tf.keras.optimizers.RMSprop(1e-3)
        self.debug = os.environ.get("WGAN_DEBUG") == "1"

    @tf.function
    def train(self, real):
        for _ in range(self.n_critic):
            z = tf.random.normal([tf.shape(real)[0], self.latent])
            with tf.GradientTape() as tape:
                fake = self.gen(z)
                c_loss = tf.reduce_mean(self.critic(fake)) - tf.reduce_mean(self.critic(real))
                c_loss += self.gp_weight * self.penalty(real, fake)
            v = self.critic.trainable_variables
            self.c_opt.apply_gradients(zip(tape.gradient(c_loss, v), v))
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(self.critic(self.gen(tf.random.normal([8, self.latent]))))
        v = self.gen.trainable_variables
        self.g_opt.apply_gradients(zip(tape.gradient(g_loss, v), v))
        if self.debug:
            tf.print("c", c_loss, "g", g_loss)
        tf.print(f"losses {c_loss} {g_loss}")
        return c_loss, g_loss


if __name__ == "__main__":
    gan = WGAN()
    for i in range(3):
        c, g = gan.train(tf.random.uniform([8, 6]))
        print(i, c.numpy(), g.numpy(), gan.gp_calls)
