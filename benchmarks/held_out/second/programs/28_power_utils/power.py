import tensorflow as tf


@tf.function
def power_mean(x, p):
    return tf.reduce_mean(tf.cast(x, tf.float32)) * tf.cast(tf.constant(p), tf.float32), tf.constant(p)


@tf.function
def clip(x, low, high):
    return tf.clip_by_value(x, low, high)


def stats(x):
    a, ka = power_mean(x, 2)
    b, kb = power_mean(x, 2.0)
    return ka.dtype, kb.dtype


def sweep(x):
    low = -1.0
    out = []
    for _ in range(4):
        out.append(clip(x, low, 1.0))
        low *= 0.5
    fixed = [clip(x, -3.0, 3.0) for _ in range(3)]
    return out, fixed


if __name__ == "__main__":
    x = tf.linspace(-2.0, 2.0, 9)
    print(stats(x))
    print(len(sweep(x)[0]))
