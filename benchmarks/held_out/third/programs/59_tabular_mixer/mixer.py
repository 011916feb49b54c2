"""Feature mixer for tabular data, Keras 3."""
import keras
import numpy as np
import tensorflow as tf


class NoisyGate(keras.layers.Layer):
    def __init__(self, rate=0.5, **kw):
        super().__init__(**kw)
        self.rate = rate
        self.seed_gen = keras.random.SeedGenerator(3)

    def call(self, x, training=False):
        if training:
            noise = keras.random.normal(keras.ops.shape(x), seed=self.seed_gen)
            x = x + self.rate * noise
        return x


class RowLoop(keras.layers.Layer):
    def call(self, x):
        total = 0.0
        for column in tf.transpose(x):
            total = total + tf.square(column)
        return tf.expand_dims(total, -1)


class ColumnLoop(keras.layers.Layer):
    def call(self, x):
        total = 0.0
        for column in tf.unstack(x, axis=1):
            total = total + tf.square(column)
        print("columns", x.shape[1], "batch mean", tf.reduce_mean(total))
        return tf.expand_dims(total, -1)


class Mixer(keras.Model):
    def __init__(self, loop):
        super().__init__()
        self.gate = NoisyGate()
        self.loop = loop()
        self.head = keras.layers.Dense(1)

    def call(self, x, training=False):
        h = self.gate(x, training=training)
        return self.head(tf.concat([h, self.loop(h)], -1))


class Anneal(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.gate.rate *= 0.1
        print("rate", self.model.gate.rate)


def fit(loop, epochs=3):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(48, 4)).astype("float32")
    model = Mixer(loop)
    model.compile(keras.optimizers.SGD(1e-3), "mse")
    model.fit(x, x.sum(1), epochs=epochs, batch_size=16, verbose=0, callbacks=[Anneal()])
    return model, x


def main():
    model, x = fit(ColumnLoop)
    print(model.predict(x, verbose=0).shape)
    try:
        fit(RowLoop)
    except Exception as exc:
        print("row loop failed:", type(exc).__name__)
    return model


if __name__ == "__main__":
    main()
