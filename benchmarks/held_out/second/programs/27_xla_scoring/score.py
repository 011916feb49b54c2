import numpy as np
import tensorflow as tf


@tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, 8], tf.float32)])
def softmax_rank(x):
    p = tf.nn.softmax(x)
    return tf.reduce_sum(p * tf.math.log(p), axis=-1)


@tf.function(jit_compile=True)
def lookup(table, ids):
    tf.debugging.assert_less(ids, tf.shape(table)[0])
    return tf.gather(table, ids)


@tf.function(jit_compile=True)
def dense(x, w):
    return tf.nn.relu(x @ w)


def main():
    table = tf.random.normal([10, 4])
    w = tf.ones([4, 2])
    for n in (3, 5, 7, 11):
        batch = np.random.rand(n, 8).astype("float32")
        print(n, softmax_rank(batch).shape)
        ids = np.array([1, 2, n], dtype="int32")
        h = dense(lookup(table, ids), w)
        print(float(tf.reduce_sum(h)))


if __name__ == "__main__":
    main()
