"""Functions that AutoGraph does not convert."""
import tensorflow as tf


@tf.function(autograph=False)
def relu_like(x):
    if tf.reduce_sum(x) > 0:
        return x
    return tf.zeros_like(x)


@tf.autograph.experimental.do_not_convert
def helper(x):
    while tf.norm(x) > 1.0:
        x = x / 2.0
    return x


@tf.function
def shrink(x):
    return helper(x)


@tf.function
def shrink_ok(x):
    while tf.norm(x) > 1.0:
        x = x / 2.0
    return x


@tf.function
def select(xs):
    return tf.add_n([v for v in xs if tf.reduce_sum(v) > 0])


@tf.function
def select_ok(xs):
    return tf.add_n([v for v in xs if v.shape.rank == 1])


@tf.function
def parity(n):
    assert n % 2 == 0
    return n // 2


@tf.function
def parity_ok(n):
    tf.debugging.assert_equal(n % 2, 0)
    return n // 2


@tf.function
def member(x, a, b):
    if x in [a, b]:
        return 1
    return 0


@tf.function
def count(x):
    c = 0
    for v in x:
        if v > 0 and v < 10:
            c += 1
    return c


def attempt(name, f):
    try:
        print(name, f().numpy())
    except Exception as e:
        print(name, type(e).__name__)


if __name__ == "__main__":
    x = tf.constant([3.0, 4.0])
    attempt("relu", lambda: relu_like(x))
    attempt("shrink", lambda: shrink(x))
    attempt("shrink_ok", lambda: shrink_ok(x))
    attempt("select", lambda: select([x, -x]))
    attempt("select_ok", lambda: select_ok([x, -x]))
    attempt("parity", lambda: parity(tf.constant(4)))
    attempt("parity_ok", lambda: parity_ok(tf.constant(4)))
    attempt("member", lambda: member(tf.constant(1), tf.constant(1), tf.constant(2)))
    attempt("count", lambda: count(x))
