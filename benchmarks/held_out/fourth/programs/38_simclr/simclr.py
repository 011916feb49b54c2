import datetime
import functools
import os
import random

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

import config

EPOCHS = 12
seen_shapes = []


def random_apply(fn, image, p):
    return tf.cond(tf.random.uniform([]) < p, lambda: fn(image), lambda: image)


def colour_drop(image):
    return tf.tile(tf.image.rgb_to_grayscale(image), [1, 1, 3])


def crop_and_resize(image):
    area = random.uniform(0.4, 1.0)
    side = int(area * 32)
    image = tf.image.random_crop(image, (side, side, 3))
    return tf.image.resize(image, (32, 32))


def two_views(image):
    views = []
    for _ in range(2):
        v = crop_and_resize(image)
        v = random_apply(colour_drop, v, 0.2)
        v = random_apply(functools.partial(tf.image.random_brightness, max_delta=0.2), v, 0.8)
        views.append(v)
    return tuple(views)


encoder = tf.keras.Sequential([
    layers.Input((32, 32, 3)), layers.Conv2D(8, 3, strides=4, activation="relu"), layers.Flatten(), layers.Dense(16),
])
opt = tf.keras.optimizers.Adam(1e-3)
ds = None
similarity_stats = {}


def nt_xent(za, zb):
    z = tf.math.l2_normalize(tf.concat([za, zb], 0), -1)
    n = tf.shape(za)[0]
    sim = tf.matmul(z, z, transpose_b=True) / config.TEMPERATURE
    sim = sim - 1e9 * tf.eye(2 * n)
    target = tf.concat([tf.range(n, 2 * n), tf.range(n)], 0)
    similarity_stats.update(mean=tf.reduce_mean(sim))
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(target, sim))


@tf.function
def step(a, b):
    with tf.GradientTape() as tape:
        loss = nt_xent(encoder(a, training=True), encoder(b, training=True))
    grads = tape.gradient(loss, encoder.trainable_variables)
    opt.apply_gradients(zip(grads, encoder.trainable_variables))
    stamp = datetime.datetime.now().strftime("%H:%M:%S")
    tf.print("[", stamp, "] loss", loss)
    return loss


if __name__ == "__main__":
    (x, _), _ = tf.keras.datasets.cifar10.load_data()
    ds = tf.data.Dataset.from_tensor_slices(x.astype("float32") / 255.0).map(two_views).batch(16, drop_remainder=True)
    for epoch in range(EPOCHS):
        for a, b in ds:
            loss = step(a, b)
        config.TEMPERATURE = max(0.1, config.TEMPERATURE * 0.9)
        print(epoch, loss.numpy(), datetime.datetime.now())
    encoder.save_weights(os.path.join(".", "enc.weights.h5"))
