import numpy as np
import tensorflow as tf

VOCAB, DIM = 50, 8
table = tf.Variable(tf.random.normal((VOCAB, DIM), seed=1))


@tf.function(jit_compile=True)
def pooled(ids, weights):
    tf.debugging.assert_less(ids, VOCAB, message="unknown token id")
    vecs = tf.gather(table, ids)
    return tf.reduce_sum(vecs * weights[:, None], axis=0) / tf.reduce_sum(weights)


@tf.function
def pooled_checked(ids, weights):
    tf.debugging.assert_less(ids, VOCAB, message="unknown token id")
    vecs = tf.gather(table, ids)
    return tf.reduce_sum(vecs * weights[:, None], axis=0) / tf.reduce_sum(weights)


@tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, DIM], tf.float32)])
def attention_pool(vecs):
    scores = tf.linalg.matvec(vecs, tf.reduce_mean(vecs, 0))
    return tf.linalg.matvec(vecs, tf.nn.softmax(scores), transpose_a=True)


@tf.function(jit_compile=True)
def fixed_pool(vecs):
    return tf.reduce_mean(vecs, axis=0)


def pad(ids, size=16):
    ids = list(ids)[:size]
    weights = [1.0] * len(ids) + [0.0] * (size - len(ids))
    return tf.constant(ids + [0] * (size - len(ids))), tf.constant(weights)


def embed_documents(docs):
    out = []
    for doc in docs:
        ids, weights = pad(doc)
        out.append(pooled(ids, weights))
    return tf.stack(out)


def embed_sentences(docs):
    vectors = []
    for doc in docs:
        vectors.append(attention_pool(tf.gather(table, list(doc))))
    return tf.stack(vectors)


def corpus(n=12):
    rng = np.random.default_rng(5)
    for k in range(n):
        yield rng.integers(0, VOCAB, 3 + k).tolist()


def main():
    docs = list(corpus())
    a = embed_documents(docs)
    b = embed_sentences(docs)
    for row in tf.split(table, 5):
        fixed_pool(row)
    print(a.shape, b.shape, float(tf.reduce_mean(a - b)))


if __name__ == "__main__":
    main()
