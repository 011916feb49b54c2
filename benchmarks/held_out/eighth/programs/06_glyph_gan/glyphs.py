import numpy as np
import tensorflow as tf


def make_glyphs(n, size):
    out = np.zeros((n, size, size, 1), "float32")
    for k in range(n):
        a, b = np.sort(np.random.randint(0, size, 2))
        out[k, a:b + 1, size // 2 - 1:size // 2 + 1] = 1.0
        out[k, size // 2, a:b + 1] = 1.0
    return out * 2.0 - 1.0


def jitter(image):
    gain = np.random.uniform(0.8, 1.2)
    return tf.clip_by_value(image * gain, -1.0, 1.0)


def batches(images, batch, count):
    ds = tf.data.Dataset.from_tensor_slices(images).shuffle(len(images))
    ds = ds.map(jitter).map(tf.image.random_flip_left_right)
    return ds.repeat().batch(batch, drop_remainder=True).take(count)
