"""DCGAN on 8x8 digits."""
import os
import time
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

NOISE_DIM = 16
BATCH = 8
EPOCHS = 2

gen_losses = []
disc_losses = []
global_step = 0


def make_generator():
    return keras.Sequential([
        keras.Input((NOISE_DIM,)),
        layers.Dense(4 * 4 * 8),
        layers.LeakyReLU(),
        layers.Reshape((4, 4, 8)),
        layers.Conv2DTranspose(1, 3, strides=2, padding="same", activation="tanh"),
    ])


def make_discriminator():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(8, 3, strides=2, padding="same"),
        layers.LeakyReLU(),
        layers.Flatten(),
        layers.Dense(1),
    ])


generator = make_generator()
discriminator = make_discriminator()
bce = keras.losses.BinaryCrossentropy(from_logits=True)
g_opt = keras.optimizers.Adam(1e-4)
d_opt = keras.optimizers.Adam(1e-4)


@tf.function
def train_step(images):
    global global_step
    noise = tf.random.normal([BATCH, NOISE_DIM])
    with tf.GradientTape() as g_tape, tf.GradientTape() as d_tape:
        fake = generator(noise, training=True)
        real_out = discriminator(images, training=True)
        fake_out = discriminator(fake, training=True)
        g_loss = bce(tf.ones_like(fake_out), fake_out)
        d_loss = bce(tf.ones_like(real_out), real_out) + bce(tf.zeros_like(fake_out), fake_out)
    print("g_loss:", g_loss, "d_loss:", d_loss)
    gen_losses.append(g_loss)
    disc_losses.append(d_loss)
    global_step += 1
    g_opt.apply_gradients(zip(g_tape.gradient(g_loss, generator.trainable_variables),
                              generator.trainable_variables))
    d_opt.apply_gradients(zip(d_tape.gradient(d_loss, discriminator.trainable_variables),
                              discriminator.trainable_variables))
    return g_loss, d_loss


def train(dataset, epochs):
    history = []
    for epoch in range(epochs):
        start = time.time()
        for batch in dataset:
            g, d = train_step(batch)
            history.append((float(g), float(d)))
        print(f"epoch {epoch} took {time.time() - start:.2f}s g={history[-1][0]:.3f}")
    return history


if __name__ == "__main__":
    data = np.random.rand(32, 8, 8, 1).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices(data).shuffle(32).batch(BATCH, drop_remainder=True)
    train(ds, EPOCHS)
