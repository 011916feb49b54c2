import tensorflow as tf
from tensorflow.python.autograph.impl.api import do_not_convert


def clip_big(x, limit):
    return tf.clip_by_norm(x, limit) if tf.norm(x) > limit else x


@tf.autograph.experimental.do_not_convert
def clip_raw(x, limit):
    return tf.clip_by_norm(x, limit) if tf.norm(x) > limit else x


@tf.function
def one(x):
    return clip_big(x, 1.0)


@tf.function
def two(x):
    return clip_raw(x, 1.0)


@tf.function
def three(xs):
    return [x for x in tf.unstack(xs) if tf.reduce_sum(x) > 0]


@tf.function
def four(xs, mask=(True, False)):
    return [x for x, keep in zip(tf.unstack(xs), mask) if keep]


@tf.function
def five(x):
    if (n := tf.reduce_sum(x)) > 0:
        return n
    return -n


def main():
    x = tf.constant([[3.0, 4.0], [1.0, 0.0]])
    print(one(x), four(x))
    for f in (two, three, five):
        try:
            print(f.__name__, f(x))
        except Exception as e:
            print(f.__name__, type(e).__name__)


if __name__ == "__main__":
    main()
