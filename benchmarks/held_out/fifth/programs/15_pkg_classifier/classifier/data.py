import random

import numpy as np
import tensorflow as tf


def synthetic(cfg, n=64):
    rng = np.random.RandomState(0)
    x = rng.normal(size=(n, cfg.features)).astype("float32")
    y = np.argmax(x[:, :cfg.classes], 1).astype("int32")
    return x, y


def drop_feature(x, y):
    idx = random.randint(0, x.shape[-1] - 1)
    mask = tf.one_hot(idx, x.shape[-1], on_value=0.0, off_value=1.0)
    return x * mask, y


def to_float(x, y):
    tf.debugging.assert_all_finite(x, "bad input")
    return tf.cast(x, tf.float32), y


def make_dataset(cfg, x, y, augment):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if augment:
        ds = ds.map(drop_feature, num_parallel_calls=2)
    return ds.map(to_float).batch(cfg.batch)
