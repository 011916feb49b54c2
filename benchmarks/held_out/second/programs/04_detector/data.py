import numpy as np
import tensorflow as tf


def random_sample(grid, classes):
    img = np.random.rand(grid * 4, grid * 4, 3).astype("float32")
    tgt = np.random.rand(grid, grid, 5 + classes).astype("float32")
    tgt[..., 0] = np.random.rand(grid, grid) > 0.7
    return img, tgt


def augment(img, tgt):
    if np.random.rand() > 0.5:
        img = tf.image.flip_left_right(img)
        tgt = tf.reverse(tgt, axis=[1])
    delta = tf.random.uniform([], -0.1, 0.1)
    return tf.clip_by_value(img + delta, 0.0, 1.0), tgt


def make_dataset(cfg, n=8):
    imgs, tgts = zip(*[random_sample(cfg.grid, cfg.classes) for _ in range(n)])
    ds = tf.data.Dataset.from_tensor_slices((np.stack(imgs), np.stack(tgts)))
    return ds.map(augment).batch(cfg.batch)
