"""Validation of a stream of records in the graph."""
import contextlib
import re

import tensorflow as tf


@tf.function
def validate(ids, table):
    tf.gather(table, ids)
    checked = tf.boolean_mask(table, table > 0)
    n = tf.shape(checked)[0]
    bad = tf.strings.to_number(tf.strings.as_string(n))
    return n


@tf.function
def safe_parse(text):
    with contextlib.suppress(tf.errors.InvalidArgumentError):
        return tf.strings.to_number(text)
    return tf.constant(-1.0)


@tf.function
def shape_guard(x):
    try:
        return tf.matmul(x, tf.ones([3, 2]))
    except ValueError:
        return tf.zeros([1, 2])


@tf.function
def asserts(x):
    tf.debugging.assert_non_negative(x)
    tf.debugging.check_numerics(x, "nan")
    tf.print("n", tf.size(x))
    return tf.reduce_sum(x)


@tf.function
def scatter(x, i):
    tf.tensor_scatter_nd_update(x, [[i]], [9.0])
    x = tf.tensor_scatter_nd_update(x, [[i]], [1.0])
    return x


def outer(ids):
    try:
        return int(validate(ids, tf.constant([1, 2, 0])))
    except tf.errors.InvalidArgumentError:
        return -1


if __name__ == "__main__":
    print(outer(tf.constant([0, 99])))
    print(shape_guard(tf.ones([2, 4])).shape, asserts(tf.ones([2])).numpy(), scatter(tf.zeros([2]), 1).numpy())
    for t in ("1.5", "x"):
        try:
            print(safe_parse(tf.constant(t)).numpy())
        except tf.errors.InvalidArgumentError:
            print("not suppressed")
    print(bool(re.match("a", "ab")))
