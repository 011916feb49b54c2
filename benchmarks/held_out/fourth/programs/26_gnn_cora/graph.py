import numpy as np
import tensorflow as tf


def normalise(a):
    a = a + np.eye(len(a))
    d = a.sum(1) ** -0.5
    return (a * d[:, None] * d[None]).astype("float32")


def random_graph(n=40, f=12, classes=4):
    rng = np.random.default_rng(1)
    a = (rng.random((n, n)) < 0.1).astype(float)
    a = np.maximum(a, a.T)
    mask = (rng.random(n) < 0.5).astype("float32")
    return (tf.constant(rng.random((n, f)), tf.float32), tf.constant(normalise(a)),
            tf.constant(rng.integers(0, classes, n)), tf.constant(mask))
