"""Input pipeline for the defect classifier."""
import argparse
import random

import numpy as np
import tensorflow as tf

AUTOTUNE = tf.data.AUTOTUNE


def random_flip(image, label):
    if random.random() > 0.5:
        image = tf.image.flip_left_right(image)
    return image, label


def jitter(image, label):
    image = tf.image.random_brightness(image, 0.2)
    image = image + tf.random.normal(tf.shape(image), stddev=0.01)
    return tf.clip_by_value(image, 0.0, 1.0), label


def cutout(image, label, size=4):
    h, w = image.shape[0], image.shape[1]
    top = np.random.randint(0, h - size)
    left = tf.random.uniform([], 0, w - size, tf.int32)
    rows = tf.range(h)[:, None]
    cols = tf.range(w)[None, :]
    hole = (rows >= top) & (rows < top + size) & (cols >= left) & (cols < left + size)
    image = tf.where(hole[..., None], 0.0, image)
    return image, label


def noise_py(image):
    print("noise for", image.shape)
    return (image.numpy() + np.random.normal(0, 0.01, image.shape)).astype("float32")


def add_noise(image, label):
    shape = image.shape
    image = tf.py_function(noise_py, [image], tf.float32)
    image.set_shape(shape)
    return image, label


def build(images, labels, train=True, noisy=False):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    if train:
        ds = ds.shuffle(len(images)).map(random_flip, num_parallel_calls=AUTOTUNE)
        ds = ds.map(jitter, num_parallel_calls=AUTOTUNE).map(cutout)
    if noisy:
        ds = ds.map(add_noise)
    return ds.batch(8).prefetch(AUTOTUNE)


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--noisy", action="store_true")
    args = parser.parse_args(argv)
    images = np.random.rand(16, 16, 16, 1).astype("float32")
    labels = np.arange(16) % 2
    for x, y in build(images, labels, noisy=args.noisy):
        print(x.shape, y.numpy())


if __name__ == "__main__":
    main()
