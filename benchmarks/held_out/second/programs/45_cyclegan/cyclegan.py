"""CycleGAN with an image pool."""
import random
import sys

import numpy as np
import tensorflow as tf

LAMBDA = 10.0


class ImagePool:
    def __init__(self, size=1):
        self.size = size
        self.images = []

    def query(self, img):
        if len(self.images) < self.size:
            self.images.append(img)
            return img
        if random.random() > 0.5:
            return self.images[-1]
        return img


def net(ch):
    return tf.keras.Sequential([tf.keras.Input((8, 8, 1)), tf.keras.layers.Conv2D(4, 3, padding="same", activation="relu"),
                                tf.keras.layers.Conv2D(ch, 3, padding="same")])


G, F, DX, DY = net(1), net(1), net(1), net(1)
opts = {n: tf.keras.optimizers.Adam(2e-4, beta_1=0.5) for n in "GFXY"}
mse = tf.keras.losses.MeanSquaredError()
pool = ImagePool()


@tf.function
def train_step(x, y):
    with tf.GradientTape(persistent=True) as tape:
        fy, fx = G(x), F(y)
        cyc = tf.reduce_mean(tf.abs(F(fy) - x)) + tf.reduce_mean(tf.abs(G(fx) - y))
        g = mse(tf.ones_like(DY(fy)), DY(fy)) + LAMBDA * cyc
        f = mse(tf.ones_like(DX(fx)), DX(fx)) + LAMBDA * cyc
        dy = mse(tf.ones_like(DY(y)), DY(y)) + mse(tf.zeros_like(DY(fy)), DY(pool.query(fy)))
        dx = mse(tf.ones_like(DX(x)), DX(x)) + mse(tf.zeros_like(DX(fx)), DX(pool.query(fx)))
    for key, m, l in (("G", G, g), ("F", F, f), ("X", DX, dx), ("Y", DY, dy)):
        opts[key].apply_gradients(zip(tape.gradient(l, m.trainable_variables), m.trainable_variables))
    sys.stdout.write("step\n")
    return g, f


def show(x):
    return G(x)[0].numpy().min()


if __name__ == "__main__":
    for m, key in ((G, "G"), (F, "F"), (DX, "X"), (DY, "Y")):
        opts[key].build(m.trainable_variables)
    for i in range(4):
        x, y = np.random.rand(2, 8, 8, 1).astype("float32"), np.random.rand(2, 8, 8, 1).astype("float32")
        train_step(x, y)
        if i % 2 == 0:
            sys.stdout.write(f"{i} {show(x)}\n")
    print(len(pool.images))
