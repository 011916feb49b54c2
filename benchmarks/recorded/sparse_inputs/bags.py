"""Bags of words: ragged and sparse tensors, variables, texts."""

import tensorflow as tf

log = []


@tf.function
def embed(tokens, table, combiner):
    print("embed", tokens.shape)
    vectors = tf.nn.embedding_lookup(table, tokens.values)
    rows = tokens.with_values(vectors)
    log.append(rows)
    return tf.reduce_mean(rows, axis=1) if combiner == "mean" else tf.reduce_sum(rows, axis=1)


@tf.function
def product(matrix, weights, bias):
    print("product", matrix.dense_shape)
    assert matrix.shape[1] == weights.shape[0]
    return tf.sparse.sparse_dense_matmul(matrix, weights) + bias


@tf.function
def update(state, texts, lengths):
    state.assign_add(tf.cast(tf.strings.length(texts), tf.float32))
    longest = max(lengths)
    print("longest", longest)
    return state * float(longest)


class Pooling(tf.keras.layers.Layer):
    def __init__(self, size, **options):
        super().__init__(**options)
        self.table = tf.keras.layers.Embedding(50, size)
        self.shapes = []

    def call(self, inputs):
        self.shapes.append(inputs["ids"].shape)
        print("pooling")
        return self.table(inputs["ids"].to_tensor()) * inputs["weights"][:, None, None]
