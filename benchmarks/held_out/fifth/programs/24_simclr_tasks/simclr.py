"""Contrastive pre-training with a table of augmentations and a linear probe."""
import contextlib
import functools
import random
import time
from collections import OrderedDict

import numpy as np
import tensorflow as tf

AUGMENTATIONS = OrderedDict()
TIMES = {}


def register(name):
    def wrap(fn):
        AUGMENTATIONS[name] = fn
        return fn
    return wrap


@register("flip")
def flip(img):
    return tf.image.random_flip_left_right(img)


@register("gray")
def gray(img):
    if np.random.rand() < 0.5:
        img = tf.tile(tf.reduce_mean(img, -1, keepdims=True), [1, 1, 3])
    return img


@register("crop")
def crop(img):
    side = random.choice([10, 12, 14])
    img = tf.image.random_crop(img, [side, side, 3])
    return tf.image.resize(img, [16, 16])


def two_views(img):
    views = []
    for _ in range(2):
        v = img
        for fn in AUGMENTATIONS.values():
            v = fn(v)
        views.append(v)
    return tuple(views)


@contextlib.contextmanager
def timer(key):
    t0 = time.time()
    yield
    TIMES[key] = TIMES.get(key, 0.0) + time.time() - t0


def logged(fn):
    @functools.wraps(fn)
    def inner(*args):
        out = fn(*args)
        print(fn.__name__, "->", out)
        return out
    return inner


@logged
def nt_xent(a, b, temperature=0.5):
    a, b = tf.math.l2_normalize(a, 1), tf.math.l2_normalize(b, 1)
    logits = tf.matmul(a, b, transpose_b=True) / temperature
    labels = tf.range(tf.shape(a)[0])
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))


def encoder():
    return tf.keras.Sequential([
        tf.keras.layers.Input((16, 16, 3)),
        tf.keras.layers.Conv2D(4, 3, 2, activation="relu"),
        tf.keras.layers.GlobalAveragePooling2D(),
        tf.keras.layers.Dense(8),
    ])


def make_steps(enc, opt):
    @tf.function
    def contrast(a, b):
        with tf.GradientTape() as tape:
            loss = nt_xent(enc(a, training=True), enc(b, training=True))
        opt.apply_gradients(zip(tape.gradient(loss, enc.trainable_variables), enc.trainable_variables))
        return loss

    @tf.function
    def features(x):
        z = enc(x, training=False)
        return tf.stop_gradient(z)

    return {"contrast": contrast, "features": features}


def summarize(z):
    norms = tf.norm(z, axis=1)
    return {"norm": norms.numpy(), "dim": z.shape[-1]}


@tf.function
def embedding_norms(enc, x):
    info = summarize(enc(x, training=False))
    return info["norm"] / info["dim"]


def main():
    rng = np.random.default_rng(0)
    images = rng.random((24, 16, 16, 3), dtype=np.float32)
    ds = tf.data.Dataset.from_tensor_slices(images).map(two_views).batch(8)
    enc = encoder()
    opt = tf.keras.optimizers.Adam(1e-3)
    opt.build(enc.trainable_variables)
    steps = make_steps(enc, opt)
    for epoch in range(2):
        with timer("train"):
            for a, b in ds:
                loss = steps["contrast"](a, b)
        print("epoch", epoch, loss.numpy())
    with timer("probe"):
        z = np.concatenate([steps["features"](images[i:i + 8]).numpy() for i in range(0, 24, 8)])
    w, *_ = np.linalg.lstsq(z, images.mean((1, 2)), rcond=None)
    print(w.shape, sorted(TIMES))
    try:
        print(embedding_norms(enc, images[:8]))
    except AttributeError as err:
        print("no summary:", err)


if __name__ == "__main__":
    main()
