"""Embed some bags."""

import tensorflow as tf
from bags import Pooling, embed, product, update


def main(rows):
    tokens = tf.ragged.constant(rows, dtype=tf.int64)
    embed(tokens, tf.Variable(tf.random.uniform((60, 3))), "mean")
    matrix = tf.sparse.from_dense([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
    product(matrix, tf.ones((3, 4)), tf.Variable([1.0, 2.0, 3.0, 4.0]))
    state = tf.Variable(tf.zeros(3))
    update(state, tf.constant(["a", "bc", "def"]), [1, 2, 3])


if __name__ == "__main__":
    main([[1, 2, 50], [], [7]])
    Pooling(4)({"ids": tf.ragged.constant([[1, 2], [3]]), "weights": tf.ones(2)})
