import tensorflow as tf


class EMA:
    """exponential moving average of weights"""

    def __init__(self, decay=0.99):
        self.decay = decay
        self.shadow = {}

    @tf.function
    def update(self, value, key):
        if key not in self.shadow:
            self.shadow[key] = tf.Variable(value)
        v = self.shadow[key]
        v.assign(self.decay * v + (1 - self.decay) * value)
        return v.read_value()


class LazyScale(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = None

    @tf.function
    def __call__(self, x):
        if self.scale is None:
            self.scale = tf.Variable(tf.ones([x.shape[-1]]))
        return x * self.scale


class Normalizer:
    def __init__(self, c):
        self.c = c

    @tf.function
    def apply(self, x):
        return x / self.c


class BadScale(tf.Module):
    @tf.function
    def __call__(self, x):
        s = tf.Variable(tf.ones([3]))
        return x * s


def main():
    x = tf.ones([2, 3])
    print(LazyScale()(x).shape)
    try:
        print(Normalizer(2.0).apply(x))
    except Exception as e:
        print("failed:", type(e).__name__)
    norm = Normalizer(2.0)
    print(norm.apply(x).shape)
    ema = EMA()
    print(ema.update(tf.constant(1.0), "a"))
    for name in ("b", "c"):
        try:
            ema.update(tf.constant(2.0), name)
        except ValueError as e:
            print("failed:", type(e).__name__)
    try:
        bad = BadScale()
        print(bad(x))
    except ValueError as e:
        print("failed:", type(e).__name__)


if __name__ == "__main__":
    main()
