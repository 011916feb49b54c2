"""A collection of hand written layers and a small script that exercises them."""
import abc

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Dense, Dropout, Layer


class BaseBlock(Layer, abc.ABC):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def get_config(self):
        cfg = super().get_config()
        cfg.update({"units": self.units})
        return cfg


class GatedUnit(BaseBlock):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units), name="k")
        self.gate = Dense(self.units, activation="sigmoid")
        self.gate.build(shape)
        self.built = True

    def call(self, x):
        return tf.matmul(x, self.kernel) * self.gate(x)


class AdaptiveScale(BaseBlock):
    def call(self, x):
        scale = tf.Variable(tf.ones([self.units]), name="scale")
        return x * scale


class LazyBias(BaseBlock):
    def __init__(self, units, **kwargs):
        super().__init__(units, **kwargs)
        self.bias = None

    def __call__(self, x):
        if self.bias is None:
            self.bias = tf.Variable(tf.zeros([self.units]))
        return x + self.bias


class ResidualMLP(BaseBlock):
    def call(self, x, training=False):
        h = x
        for i in range(2):
            h = Dense(self.units, activation="relu", name=f"d{i}")(h)
        return x + h


class NoisyLinear(BaseBlock):
    def __init__(self, units, sigma=0.5, **kw):
        super().__init__(units, **kw)
        self.sigma = sigma
        self.dense = Dense(units)
        self.dropout = Dropout(0.1)
        self.rng = np.random.RandomState(3)

    def build(self, shape):
        self.dense.build(shape)
        init = self.rng.normal(size=self.units)
        self.offset = self.add_weight(shape=(self.units,), initializer=keras.initializers.Constant(float(init[0])))
        self.built = True

    def call(self, x, training=False):
        y = self.dropout(self.dense(x), training=training)
        if training:
            y = y + self.sigma * self.rng.standard_normal(self.units).astype("float32")
        return y


class RunningNorm(BaseBlock):
    """Keeps its own moving statistics."""

    def __init__(self, units, **kw):
        super().__init__(units, **kw)
        self.mean = self.add_weight(shape=(units,), initializer="zeros", trainable=False)
        self.count = self.add_weight(shape=(), initializer="zeros", trainable=False)
        self.last_batch_size = None

    def call(self, x):
        self.count.assign_add(1.0)
        self.mean.assign(0.9 * self.mean + 0.1 * tf.reduce_mean(x, 0))
        self.last_batch_size = tf.shape(x)[0]
        assert x.shape[-1] == self.units
        return x - self.mean


REGISTRY = {c.__name__: c for c in (GatedUnit, AdaptiveScale, LazyBias, ResidualMLP, NoisyLinear, RunningNorm)}


def build(name, units):
    layer = REGISTRY[name](units)
    print("built", layer.__class__.__name__)
    return layer


def exercise(name, fn, x, times=3, **kw):
    outs = []
    for _ in range(times):
        outs.append(fn(x, **kw).numpy())
    spread = float(np.abs(outs[0] - outs[-1]).max())
    print(f"{name}: spread {spread:.4f}")


def main(names=("GatedUnit", "LazyBias", "NoisyLinear", "RunningNorm", "AdaptiveScale", "ResidualMLP")):
    x = tf.random.normal([4, 5])
    layers = {n: build(n, int(x.shape[-1])) for n in names}
    for layer in layers.values():
        layer(x)
    compiled = {n: tf.function(layer) for n, layer in layers.items()}
    for n, fn in compiled.items():
        kw = {"training": True} if n == "NoisyLinear" else {}
        try:
            exercise(n, fn, x, **kw)
        except (ValueError, NotImplementedError) as err:
            print(n, "failed:", type(err).__name__)
    print("batch size seen:", layers["RunningNorm"].last_batch_size)


if __name__ == "__main__":
    main()
