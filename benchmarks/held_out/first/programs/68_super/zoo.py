import random

import keras
import tensorflow as tf
from base import TrackedModel


class Mixup(TrackedModel):
    def pre(self, batch):
        x, y = batch
        lam = random.betavariate(0.4, 0.4)
        return lam * x + (1 - lam) * x[::-1], y

    def post(self, logs):
        self.timeline.append(logs["loss"])


class Plain(TrackedModel):
    def pre(self, batch):
        x, y = batch
        lam = tf.random.uniform([])
        return lam * x, y


def build(cls):
    inp = keras.Input((2,))
    m = cls(inp, keras.layers.Dense(1)(inp))
    m.compile("sgd", "mse")
    return m


def main():
    ms = []
    for cls in (Mixup, Plain):
        m = build(cls)
        h = m.fit(tf.ones([8, 2]), tf.ones([8, 1]), batch_size=2, epochs=2, verbose=0)
        m.on_done(h.history["loss"])
        ms.append(m)
    return ms


if __name__ == "__main__":
    main()
