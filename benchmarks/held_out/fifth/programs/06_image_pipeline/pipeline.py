"""tf.data input pipeline with augmentation."""
import os
import random
import tempfile
import time

import numpy as np
import tensorflow as tf
import yaml

SETTINGS = yaml.safe_load("""
size: 16
flip: true
max_delta: 0.2
crops: [12, 14]
""")
seen_files = []
stats = {"images": 0}


def write_images(folder, n):
    paths = []
    for i in range(n):
        img = np.full((16, 16, 3), i * 20, np.uint8)
        path = os.path.join(folder, f"{i:02d}.png")
        tf.io.write_file(path, tf.io.encode_png(img))
        paths.append(path)
    return paths


def load(path):
    seen_files.append(path)
    raw = tf.io.read_file(path)
    img = tf.io.decode_png(raw, channels=3)
    img.set_shape([SETTINGS["size"], SETTINGS["size"], 3])
    return tf.image.convert_image_dtype(img, tf.float32)


class Augment:
    def __init__(self, cfg, seed=None):
        self.cfg = cfg
        self.rng = np.random.RandomState(seed)
        self.calls = 0

    def __call__(self, img):
        self.calls += 1
        if random.random() > 0.5:
            img = tf.image.flip_left_right(img)
        img = tf.image.random_brightness(img, self.cfg["max_delta"])
        angle = self.rng.uniform(-10, 10)
        return img + angle * 0.001


def cutout(img):
    size = img.shape[0]
    top = tf.random.uniform([], 0, size - 4, tf.int32)
    mask = np.ones((size, size, 1), np.float32)
    mask[:4, :4] = 0.0
    return img * tf.roll(mask, [top], [0])


def numpy_noise(img):
    noise = np.random.normal(scale=0.01, size=img.shape)
    stats["images"] += 1
    return (img + noise).astype(np.float32)


def noisy(img):
    out = tf.numpy_function(numpy_noise, [img], tf.float32)
    out.set_shape(img.shape)
    return out


def describe(img):
    print("image mean", tf.reduce_mean(img))
    tf.print("max", tf.reduce_max(img), output_stream="file:///dev/null")
    return img


def frame_generator():
    for i in range(4):
        yield np.full((2,), random.random(), np.float32)


def build(paths, training=True):
    ds = tf.data.Dataset.from_tensor_slices(paths)
    ds = ds.map(load, num_parallel_calls=tf.data.AUTOTUNE)
    if training:
        aug = Augment(SETTINGS, seed=0)
        ds = ds.map(aug).map(cutout).map(noisy).map(describe)
    else:
        aug = None
    return ds.batch(4).prefetch(1), aug


def benchmark(ds):
    start = time.perf_counter()
    n = sum(int(tf.shape(b)[0]) for b in ds)
    print(f"{n} images in {time.perf_counter() - start:.3f}s")
    return n


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        files = write_images(folder, 8)
        ds, aug = build(files)
        for epoch in range(2):
            benchmark(ds)
        print("augment calls", aug.calls, "seen", len(seen_files), stats)
        val, _ = build(files, training=False)
        benchmark(val)
        labels = tf.data.Dataset.range(8).map(lambda i: tf.cast(i, tf.float32) * np.float32(0.5))
        frames = tf.data.Dataset.from_generator(frame_generator, output_signature=tf.TensorSpec((2,), tf.float32))
        print(list(labels.as_numpy_iterator())[:3], len(list(frames)))
