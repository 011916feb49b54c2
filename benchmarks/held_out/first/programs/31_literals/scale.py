import tensorflow as tf


@tf.function
def scale(x, by):
    return tf.constant(by) * tf.cast(x, tf.constant(by).dtype)


@tf.function
def shift(x, by, *, wrap=False):
    y = x + by
    return tf.math.floormod(y, 5.0) if wrap else y


def normalise(batch):
    a = scale(batch, 2)
    b = scale(batch, by=2.0)
    return a, b


def main():
    x = tf.constant([1.5, 2.5])
    a, b = normalise(x)
    c = shift(x, 1.0, wrap=True)
    d = shift(x, 1.0, wrap=False)
    return a, b, c, d


if __name__ == "__main__":
    print(main())
