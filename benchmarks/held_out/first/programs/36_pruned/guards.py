import tensorflow as tf


def checked(x):
    tf.reshape(x, [-1, 3])
    return tf.reduce_sum(x)


def asserted(x):
    tf.debugging.assert_equal(tf.size(x) % 3, 0)
    return tf.reduce_sum(x)


fast_checked = tf.function(checked, input_signature=[tf.TensorSpec([None])])
fast_asserted = tf.function(asserted, input_signature=[tf.TensorSpec([None])])


@tf.function
def running_max(xs):
    ta = tf.TensorArray(tf.float32, size=0, dynamic_size=True, clear_after_read=False)
    best = xs[0]
    for i in tf.range(tf.shape(xs)[0]):
        best = tf.maximum(best, xs[i])
        ta = ta.write(i, best)
    return ta.stack()


@tf.function
def scatter(buf, i, v):
    _ = tf.tensor_scatter_nd_update(buf, [[i]], [v])
    counts = tf.zeros_like(buf)
    counts = tf.tensor_scatter_nd_add(counts, [[i]], [v])
    return buf, counts


def eager_probe(x):
    tf.reshape(x, [-1, 3])
    return x


def main():
    print(fast_asserted(tf.ones([6])), running_max(tf.constant([1.0, 3.0, 2.0])))
    print(scatter(tf.zeros(3), 1, 5.0))
    print(fast_checked(tf.ones([4])))
    try:
        eager_probe(tf.ones([4]))
    except tf.errors.InvalidArgumentError as e:
        print("eager raises", e.message[:40])


if __name__ == "__main__":
    main()
