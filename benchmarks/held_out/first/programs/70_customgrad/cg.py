import warnings

import tensorflow as tf


@tf.custom_gradient
def clip_grad(x):
    y = tf.identity(x)

    def grad(dy):
        warnings.warn("clipping")
        return tf.clip_by_norm(dy, 1.0)
    return y, grad


def body(i, acc):
    print("iteration", i)
    return i + 1, acc * 2.0


def eager_body(i, acc):
    print("eager iteration", int(i))
    return i + 1, acc * 2.0


@tf.function
def run(x):
    _, out = tf.while_loop(lambda i, a: i < 3, body, (0, clip_grad(x)))
    return out


def main():
    x = tf.Variable(3.0)
    for _ in range(2):
        with tf.GradientTape() as t:
            y = run(x)
        t.gradient(y, x)
    tf.while_loop(lambda i, a: i < 2, eager_body, (tf.constant(0), tf.constant(1.0)))
    return y


if __name__ == "__main__":
    main()
