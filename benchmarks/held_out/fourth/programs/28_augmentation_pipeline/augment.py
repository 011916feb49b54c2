import math
import os
import random
import time

import numpy as np
import tensorflow as tf

SIZE = 32


class CutOut:
    def __init__(self, size=8, p=0.5):
        self.size, self.p = size, p
        self.applied = 0

    def __call__(self, image, label):
        self.applied += 1
        x = np.random.randint(0, SIZE - self.size)
        y = tf.random.uniform([], 0, SIZE - self.size, dtype=tf.int32)
        mask = tf.pad(tf.zeros((self.size, self.size, 1)), [[y, SIZE - self.size - y], [x, SIZE - self.size - x], [0, 0]], constant_values=1.0)
        return image * mask, label


class Rotate:
    def __init__(self, degrees=15):
        self.rad = degrees * math.pi / 180.0
        self.layer = tf.keras.layers.RandomRotation(degrees / 360.0)

    def __call__(self, image, label):
        return self.layer(image, training=True), label


class Posterize:
    def __call__(self, image, label):
        levels = 8
        return tf.floor(image * levels) / levels, label


def equalise(image, label):
    mean = np.mean(image)
    return image - mean, label


def resize_if_needed(image, label):
    if image.shape[0] != SIZE:
        image = tf.image.resize(image, (SIZE, SIZE))
    tf.debugging.assert_shapes([(image, (SIZE, SIZE, 3))])
    return image, label


class CifarSequence(tf.keras.utils.PyDataset):
    def __init__(self, x, y, batch=16):
        super().__init__()
        self.x, self.y, self.batch = x, y, batch

    def __len__(self):
        return len(self.x) // self.batch

    def __getitem__(self, i):
        s = slice(i * self.batch, (i + 1) * self.batch)
        x = self.x[s]
        if random.random() < 0.5:
            x = x[:, :, ::-1]
        return x, self.y[s]


def build(x, y, cutout):
    ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(256)
    for op in (resize_if_needed, equalise, cutout, Rotate(), Posterize()):
        ds = ds.map(op, num_parallel_calls=tf.data.AUTOTUNE)
    return ds.batch(16)


if __name__ == "__main__":
    (x, y), _ = tf.keras.datasets.cifar10.load_data()
    x = x.astype("float32") / 255.0
    cutout = CutOut()
    ds = build(x, y, cutout)
    model = tf.keras.Sequential([tf.keras.layers.Input((SIZE, SIZE, 3)), tf.keras.layers.Conv2D(4, 3, strides=2), tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    t0 = time.time()
    model.fit(ds, epochs=20, verbose=2)
    model.fit(CifarSequence(x, y), epochs=20, verbose=2)
    print("took", time.time() - t0, "cutout applied", cutout.applied)
