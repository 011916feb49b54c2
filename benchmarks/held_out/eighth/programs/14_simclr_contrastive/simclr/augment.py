import random

import numpy as np
import tensorflow as tf

OPS = {}


def op(fn):
    OPS[fn.__name__] = fn
    return fn


@op
def crop(image):
    size = image.shape[0]
    padded = tf.pad(image, [[2, 2], [2, 2], [0, 0]])
    return tf.image.random_crop(padded, [size, size, image.shape[-1]])


@op
def brightness(image):
    return image + random.uniform(-0.3, 0.3)


@op
def flip(image):
    if random.random() > 0.5:
        image = tf.reverse(image, [1])
    return image


@op
def cutout(image):
    def erase(arr):
        y, x = np.random.randint(0, arr.shape[0] - 3, 2)
        arr = arr.copy()
        arr[y:y + 3, x:x + 3] = 0.0
        return arr

    out = tf.numpy_function(erase, [image], tf.float32)
    return tf.ensure_shape(out, image.shape)


def compose(names):
    chosen = [OPS[n] for n in names]

    def apply(image):
        for fn in chosen:
            image = fn(image)
        return image

    return apply
