import contextlib

import tensorflow as tf

JITTER = 1e-3


def invert(K):
    try:
        return tf.linalg.inv(K)
    except tf.errors.InvalidArgumentError:
        return tf.linalg.inv(K + JITTER * tf.eye(tf.shape(K)[0]))


@tf.function
def posterior(K, y):
    return tf.reduce_sum(invert(K) @ y)


@tf.function
def inner(K):
    return tf.linalg.inv(K)


def safe(K):
    try:  # outside the graph
        return inner(K)
    except tf.errors.InvalidArgumentError:
        return inner(K + JITTER * tf.eye(K.shape[0]))


@tf.function
def static_guard(x):
    try:
        n = int(x.shape[0])
    except TypeError:
        n = -1
    return x, n


def main():
    bad = tf.zeros([2, 2])
    print(safe(bad), static_guard(tf.ones([2])))
    with contextlib.suppress(KeyError):
        {}["x"]
    print(posterior(bad, tf.ones([2, 1])))


if __name__ == "__main__":
    main()
