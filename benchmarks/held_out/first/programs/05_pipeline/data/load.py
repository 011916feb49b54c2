import numpy as np
import tensorflow as tf


def make_dataset(n, transform):
    x = np.zeros((n, 8, 8, 1), "float32")
    y = np.arange(n)
    rng = np.random.default_rng(0)
    order = rng.permutation(n)
    return tf.data.Dataset.from_tensor_slices((x[order], y[order])).map(transform, num_parallel_calls=2)
