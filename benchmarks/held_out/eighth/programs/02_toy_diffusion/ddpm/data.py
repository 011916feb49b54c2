import numpy as np
import tensorflow as tf

SOURCES = {}


def source(fn):
    SOURCES[fn.__name__] = fn
    return fn


@source
def two_moons(n, rng):
    half = rng.integers(0, 2, n)
    angle = rng.uniform(0, np.pi, n)
    x = np.stack([np.cos(angle) + half - 0.5, np.where(half == 1, -1, 1) * np.sin(angle)], 1)
    return (x + 0.05 * rng.normal(size=x.shape)).astype("float32"), half.astype("int32")


@source
def ring(n, rng):
    angle = rng.uniform(0, 2 * np.pi, n)
    return np.stack([np.cos(angle), np.sin(angle)], 1).astype("float32"), np.zeros(n, "int32")


def make_dataset(cfg):
    x, y = SOURCES[cfg["data"]["kind"]](cfg["data"]["points"], np.random.default_rng(cfg["seed"]))
    ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1024)
    ds = ds.map(lambda a, b: (a + tf.random.normal([2], stddev=0.01), b))
    return ds.batch(cfg["data"]["batch"], drop_remainder=True)
