from functools import partial
import datetime
import random

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

BATCH = 16
NOISE_DIM = 8
EPOCHS = 5
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
step_count = 0


def build_generator():
    m = tf.keras.Sequential(name="gen")
    m.add(layers.Input((NOISE_DIM,)))
    m.add(layers.Dense(4 * 4 * 8))
    m.add(layers.LeakyReLU())
    m.add(layers.Reshape((4, 4, 8)))
    m.add(layers.Conv2DTranspose(1, 3, strides=2, padding="same", activation="tanh"))
    return m


def build_discriminator():
    return tf.keras.Sequential([
        layers.Input((8, 8, 1)),
        layers.Conv2D(8, 3, strides=2),
        layers.LeakyReLU(),
        layers.Flatten(),
        layers.Dense(1),
    ], name="disc")


generator = build_generator()
discriminator = build_discriminator()
g_opt = tf.keras.optimizers.Adam(1e-3)
d_opt = tf.keras.optimizers.Adam(1e-3)
g_opt.build(generator.trainable_variables)
d_opt.build(discriminator.trainable_variables)


def smooth_labels(like, base):
    noise = random.uniform(-0.1, 0.1)
    return tf.ones_like(like) * (base + noise)


def discriminator_loss(real, fake):
    real_loss = bce(smooth_labels(real, 0.9), real)
    fake_loss = bce(tf.zeros_like(fake), fake)
    return real_loss + fake_loss


@tf.function
def train_step(images, noise_scale):
    global step_count
    step_count += 1
    noise = tf.random.normal([BATCH, NOISE_DIM]) * noise_scale
    with tf.GradientTape() as gt, tf.GradientTape() as dt:
        fake = generator(noise, training=True)
        real_out = discriminator(images, training=True)
        fake_out = discriminator(fake, training=True)
        g_loss = bce(tf.ones_like(fake_out), fake_out)
        d_loss = discriminator_loss(real_out, fake_out)
    g_opt.apply_gradients(zip(gt.gradient(g_loss, generator.trainable_variables),
                              generator.trainable_variables))
    d_opt.apply_gradients(zip(dt.gradient(d_loss, discriminator.trainable_variables),
                              discriminator.trainable_variables))
    if tf.math.is_nan(d_loss):
        tf.print("discriminator diverged", d_loss)
    return g_loss, d_loss


@tf.function
def generate_images(z, training=False):
    out = generator(z, training=training)
    return (out + 1.0) / 2.0


def save_grid(images, epoch):
    rows = np.concatenate(list(images.numpy()), axis=0)
    stamp = datetime.datetime.now().strftime("%H%M")
    return f"grid_{epoch:03d}_{stamp}_{rows.shape[0]}.png"


def real_images(n=64):
    rng = np.random.RandomState(1)
    return rng.uniform(-1, 1, (n, 8, 8, 1)).astype("float32")


def train(ds, epochs):
    seed = tf.random.normal([4, NOISE_DIM])
    sampler = partial(generate_images, training=False)
    for epoch in range(epochs):
        noise_scale = 1.0 - 0.1 * epoch
        for images in ds:
            g_loss, d_loss = train_step(images, noise_scale)
        name = save_grid(sampler(seed), epoch)
        print(f"{name} g={g_loss:.3f} d={float(d_loss):.3f}")
    print("steps:", step_count)


if __name__ == "__main__":
    data = tf.data.Dataset.from_tensor_slices(real_images()).shuffle(64).batch(BATCH, drop_remainder=True)
    train(data, EPOCHS)
