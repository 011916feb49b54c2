import tensorflow as tf


@tf.function
def series(x, n):
    total = 0
    for k in tf.range(n):
        total += tf.pow(x, tf.cast(k, tf.float32)) * 0.5
    return total


@tf.function
def series_ok(x, n):
    total = 0.0
    for k in tf.range(n):
        total += tf.pow(x, tf.cast(k, tf.float32)) * 0.5
    return total


@tf.function
def grow(x, n):
    acc = x[:1]
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(acc, tf.TensorShape([None]))])
        acc = tf.concat([acc, x[:1]], 0)
    return acc


@tf.function
def fact(n):
    if n <= 1:
        return tf.constant(1)
    return n * fact(n - 1)


def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


@tf.function
def checked_sqrt(x):
    if x < 0:
        raise ValueError("negative")
    return tf.sqrt(x)


@tf.function
def lines(x):
    for i in range(3):
        yield x + i


@tf.function
def static_check(x):
    if x.shape.rank != 1:
        raise ValueError("need a vector")
    return tf.reduce_sum(x)


def attempt(name, f):
    try:
        print(name, f())
    except BaseException as e:
        print(name, type(e).__name__)


if __name__ == "__main__":
    x = tf.constant(0.5)
    attempt("series", lambda: series(x, tf.constant(4)))
    attempt("series_ok", lambda: series_ok(x, tf.constant(4)))
    attempt("grow", lambda: grow(tf.ones([3]), tf.constant(2)))
    attempt("fact", lambda: fact(tf.constant(4)))
    attempt("sqrt", lambda: checked_sqrt(tf.constant(4.0)))
    attempt("lines", lambda: list(lines(x)))
    attempt("static", lambda: static_check(tf.ones([2])))
    print(gcd(12, 18))
