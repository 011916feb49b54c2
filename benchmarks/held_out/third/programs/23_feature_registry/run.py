import numpy as np
import tensorflow as tf

from ops import REGISTRY
from ops.transforms import Bucketizer


def apply_all(x):
    return {name: fn(x) for name, fn in REGISTRY.items()}


def sweep(x, sizes):
    shapes = []
    for n in sizes:
        bucket = Bucketizer(n)
        shapes.append(int(tf.reduce_max(bucket(x))))
    return shapes


def main():
    x = tf.constant(np.random.default_rng(0).normal(size=(20,)).astype("float32"))
    for _ in range(3):
        out = apply_all(x)
    print(sorted(out), sweep(x, range(4, 14)))
    print(Bucketizer.soft(x).shape)
    from ops.columns import Column
    return Column.from_spec({"name": "age"}).scaled(x)


if __name__ == "__main__":
    main()
