from functools import partial

import numpy as np
import tensorflow as tf

_rng = np.random.default_rng(7)


def _jitter(image, amount):
    return image + _rng.uniform(-amount, amount)


def _crop(image, size):
    h = image.shape[0]
    top = tf.random.uniform([], 0, h - size + 1, tf.int32)
    return image[top:top + size, :size]


def _apply(image, label, ops):
    for op in ops:
        image = op(image)
    return image, label


def augmenter(amount=0.1, size=6):
    return partial(_apply, ops=(partial(_jitter, amount=amount), partial(_crop, size=size)))


def _np_flip(image):
    return image[:, ::-1] if np.random.rand() < 0.5 else image


def flip_only(image, label):
    flipped = tf.numpy_function(_np_flip, [image], tf.float32)
    return tf.ensure_shape(flipped, [None, None, 1]), label
