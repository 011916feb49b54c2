import numpy as np
import tensorflow as tf

rng = np.random.default_rng(11)


def wobble(image):
    return (image + rng.normal(0, 0.1, image.shape)).astype("float32")


def median3(signal):
    padded = np.pad(signal, 1, mode="edge")
    return np.median(np.stack([padded[:-2], padded[1:-1], padded[2:]]), axis=0).astype("float32")


@tf.function
def augment(image):
    out = tf.numpy_function(wobble, [image], tf.float32)
    return tf.ensure_shape(out, image.shape)


@tf.function
def jittered_grid():
    base = tf.linspace(0.0, 1.0, 5)
    return tf.numpy_function(wobble, [base], tf.float32, stateful=False)


@tf.function
def denoise(signal):
    return tf.numpy_function(median3, [signal], tf.float32, stateful=False)


@tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None], tf.int32)])
def standardise(signal, lengths):
    mask = tf.sequence_mask(lengths, tf.shape(signal)[1], dtype=tf.float32)
    checked = tf.strings.to_number(tf.constant(["1", "2"]))[: tf.shape(signal)[0]]
    _ = tf.reshape(signal, (tf.shape(lengths)[0], -1, 3))
    mean = tf.reduce_sum(signal * mask, 1, keepdims=True) / tf.reduce_sum(mask, 1, keepdims=True)
    return (signal - mean) * mask * checked[:, None]
