"""Image pipeline with many small steps."""
import os
import random
import tempfile

import numpy as np
import tensorflow as tf

AUTOTUNE = tf.data.AUTOTUNE
SIZE = 12
SEEN = []


def write_images(folder, n=6):
    for i in range(n):
        img = (np.random.rand(16, 16, 3) * 255).astype("uint8")
        tf.io.write_file(os.path.join(folder, f"{i % 2}_{i}.png"), tf.io.encode_png(img))
        print("wrote", i)
    return sorted(os.path.join(folder, f) for f in os.listdir(folder))


def load(path):
    print("loading", path)
    raw = tf.io.read_file(path)
    img = tf.io.decode_png(raw, channels=3)
    label = tf.strings.to_number(tf.strings.split(tf.strings.split(path, "/")[-1], "_")[0], tf.int32)
    SEEN.append(path)
    return tf.image.resize(tf.cast(img, tf.float32), (SIZE, SIZE)), label


def rotate(img, label):
    k = random.randint(0, 3)
    return tf.image.rot90(img, k), label


def jitter(img, label):
    img = tf.image.random_brightness(img, 0.2)
    if tf.random.uniform([]) > 0.5:
        img = tf.image.flip_left_right(img)
    return img, label


def cutout(img):
    y, x = np.random.randint(0, SIZE - 4, 2)
    img = img.copy()
    img[y:y + 4, x:x + 4] = 0
    return img


def tf_cutout(img, label):
    out = tf.numpy_function(cutout, [img], tf.float32)
    out.set_shape((SIZE, SIZE, 3))
    return out, label


def build(paths, training=True):
    ds = tf.data.Dataset.from_tensor_slices(paths)
    ds = ds.map(load, num_parallel_calls=AUTOTUNE)
    if training:
        ds = ds.map(rotate).map(jitter).map(tf_cutout)
    return ds.batch(2).prefetch(AUTOTUNE)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as d:
        ds = build(write_images(d))
        for img, label in ds:
            print(img.shape, label.numpy())
        print(len(SEEN), "files read")
