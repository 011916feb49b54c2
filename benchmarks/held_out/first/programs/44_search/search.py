import tensorflow as tf


def converged(a, b, tol=1e-3):
    return tf.reduce_max(tf.abs(a - b)) < tol


@tf.function
def newton(x, iters=5):
    for _ in range(iters):
        nxt = 0.5 * (x + 2.0 / x)
        if converged(nxt, x):
            return nxt
        x = nxt
    return x


@tf.function
def newton_while(x):
    i = 0
    while i < 20 and not converged(0.5 * (x + 2.0 / x), x):
        x = 0.5 * (x + 2.0 / x)
        i += 1
    return x


@tf.function
def first_positive(xs):
    for v in xs:
        if v > 0:
            break
    return v


@tf.function
def check(x):
    if tf.reduce_any(tf.math.is_nan(x)):
        raise FloatingPointError("nan")
    assert x.shape.rank == 1
    return x


@tf.function
def check_ok(x, mode):
    if mode not in ("a", "b"):
        raise ValueError(mode)
    tf.debugging.assert_all_finite(x, "nan")
    return x


def main():
    x = tf.constant([1.0])
    print(newton_while(x), check_ok(x, "a"))
    for f in (newton, check, first_positive):
        try:
            print(f.__name__, f(x))
        except Exception as e:
            print(f.__name__, type(e).__name__, str(e)[:90].replace("\n", " "))


if __name__ == "__main__":
    main()
