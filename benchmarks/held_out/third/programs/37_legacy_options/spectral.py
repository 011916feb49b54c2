import numpy as np
import tensorflow as tf

from options import eager_debugging


@tf.function(experimental_relax_shapes=True)
def spectrum(x):
    return tf.abs(tf.signal.rfft(x))


@tf.function(reduce_retracing=True)
def energy(x):
    return tf.reduce_sum(tf.square(x), -1)


class Denoiser(tf.keras.Model):
    def __init__(self, width=8):
        super().__init__()
        self.down = tf.keras.layers.Dense(width, activation="relu")
        self.up = tf.keras.layers.Dense(16)

    def call(self, x):
        return self.up(self.down(x))


def train(x, epochs=3):
    model = Denoiser()
    model.compile(optimizer="adam", loss="mse", run_eagerly=True)
    model.fit(x, x, epochs=epochs, batch_size=8, verbose=0)
    return model


def inspect(x):
    with eager_debugging():
        print("energy in eager mode", energy(x).numpy()[:2])


def main():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 16)).astype("float32")
    for n in (8, 9, 10):
        e = energy(tf.constant(x[:n]))
        spectrum(tf.constant(x[:n]))
    inspect(tf.constant(x))
    model = train(x)
    print("loss", float(tf.reduce_mean(tf.square(model(x) - x))), e.shape)
    for batch in np.split(x, 4):
        model.predict_on_batch(batch)
    return model


if __name__ == "__main__":
    main()
