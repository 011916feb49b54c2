import tensorflow as tf
from deco import timed, timed_outside


@tf.function
@timed
def inner(x):
    return tf.reduce_sum(x * x)


@timed_outside
@tf.function
def outer(x):
    return tf.reduce_sum(x * x)


def main():
    for _ in range(5):
        inner(tf.ones([3]))
        outer(tf.ones([3]))
    return len(inner.python_function.seconds), len(outer.seconds)


if __name__ == "__main__":
    print(main())
