import collections

import tensorflow as tf


class CountingMap:
    """A callable object as the map function."""

    def __init__(self):
        self.n = 0
        self.kinds = collections.Counter()

    def __call__(self, x):
        self.n += 1
        self.kinds.update([x.dtype.name])
        return x * 2


def gen():
    import random
    for i in range(5):
        yield random.random() + i


def total(ds):
    seen = []

    def add(acc, x):
        seen.append(x)
        return acc + x
    return ds.reduce(0.0, add), seen


def keep(x):
    ok = tf.abs(x) > 1.0
    tf.print("keep", ok)
    return ok


def main():
    cm = CountingMap()
    ds = tf.data.Dataset.from_generator(gen, output_signature=tf.TensorSpec((), tf.float32)).map(cm).filter(keep)
    s, seen = total(ds)
    print(cm.n, cm.kinds, len(seen), float(s))
    eager = []
    tf.nest.map_structure(lambda t: eager.append(t), {"a": s, "b": s})
    return cm, seen


if __name__ == "__main__":
    main()
