import random

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

NOISE = 16
EPOCHS = 40


def critic():
    return keras.Sequential([
        layers.Input((28, 28, 1)),
        layers.Conv2D(8, 5, strides=2, padding="same"),
        layers.LeakyReLU(0.2),
        layers.Flatten(),
        layers.Dense(1),
    ])


def generator():
    return keras.Sequential([
        layers.Input((NOISE,)),
        layers.Dense(14 * 14 * 2, activation="relu"),
        layers.Reshape((14, 14, 2)),
        layers.Conv2DTranspose(1, 5, strides=2, padding="same", activation="tanh"),
    ])


class WGAN(keras.Model):
    def __init__(self, d, g, d_steps=3, gp=10.0):
        super().__init__()
        self.d, self.g = d, g
        self.d_steps = d_steps
        self.gp = gp
        self.iteration = 0

    def compile(self, d_opt, g_opt):
        super().compile()
        self.d_opt, self.g_opt = d_opt, g_opt

    def gradient_penalty(self, real, fake):
        alpha = np.random.uniform(0, 1, size=(1, 1, 1, 1))
        mix = tf.cast(alpha, tf.float32) * real + (1 - tf.cast(alpha, tf.float32)) * fake
        with tf.GradientTape() as t:
            t.watch(mix)
            score = self.d(mix, training=True)
        g = t.gradient(score, mix)
        norm = tf.sqrt(tf.reduce_sum(tf.square(g), axis=[1, 2, 3]) + 1e-12)
        return tf.reduce_mean((norm - 1.0) ** 2)

    def train_step(self, real):
        n = tf.shape(real)[0]
        for _ in range(self.d_steps):
            z = tf.random.normal((n, NOISE))
            with tf.GradientTape() as tape:
                fake = self.g(z, training=True)
                d_loss = tf.reduce_mean(self.d(fake, training=True)) - tf.reduce_mean(self.d(real, training=True))
                d_loss += self.gp * self.gradient_penalty(real, fake)
            self.d_opt.apply_gradients(zip(tape.gradient(d_loss, self.d.trainable_variables), self.d.trainable_variables))
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(self.d(self.g(tf.random.normal((n, NOISE)), training=True)))
        self.g_opt.apply_gradients(zip(tape.gradient(g_loss, self.g.trainable_variables), self.g.trainable_variables))
        self.iteration += 1
        if self.iteration % 100 == 0:
            print("iteration", self.iteration, "critic", d_loss)
        if random.random() < 0.5:
            d_loss = -d_loss
        return {"d_loss": d_loss, "g_loss": g_loss}


class Sampler(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        z = np.random.normal(size=(4, NOISE))
        imgs = self.model.g.predict(z, verbose=0)
        np.save(f"epoch_{epoch}.npy", imgs)


(x, _), _ = keras.datasets.mnist.load_data()
x = (x[..., None].astype("float32") - 127.5) / 127.5
wgan = WGAN(critic(), generator())
wgan.compile(keras.optimizers.Adam(2e-4, 0.5, 0.9), keras.optimizers.Adam(2e-4, 0.5, 0.9))
wgan.fit(x, batch_size=16, epochs=EPOCHS, callbacks=[Sampler()], verbose=2)
