"""Beta-VAE on small synthetic images, Keras train_step style."""
import os

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

OUT = "/tmp/vae_out"
SIDE = 12


def bars(n, rng):
    imgs = np.zeros((n, SIDE, SIDE, 1), "float32")
    for i in range(n):
        a, b = rng.integers(0, SIDE, 2)
        imgs[i, a, :, 0] = 1.0
        imgs[i, :, b, 0] = 1.0
    return imgs


class Sampling(layers.Layer):
    """Reparameterisation trick."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_gen = keras.random.SeedGenerator(11)

    def call(self, inputs):
        mean, logvar = inputs
        eps = keras.random.normal(tf.shape(mean), seed=self.seed_gen)
        return mean + tf.exp(0.5 * logvar) * eps


class ActivityPenalty(layers.Layer):
    def __init__(self, rate, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate

    def call(self, x):
        self.add_loss(self.rate * tf.reduce_mean(tf.abs(x)))
        return x


class BetaVAE(keras.Model):
    def __init__(self, latent=4, beta=0.0):
        super().__init__()
        self.encoder = keras.Sequential([
            layers.Flatten(), layers.Dense(64, activation="relu"), ActivityPenalty(1e-4), layers.Dense(2 * latent)])
        self.decoder = keras.Sequential([
            layers.Dense(64, activation="relu"), layers.Dense(SIDE * SIDE), layers.Reshape((SIDE, SIDE, 1))])
        self.sampling = Sampling()
        self.beta = beta
        self.capacity = tf.Variable(0.0, trainable=False)
        self.total = keras.metrics.Mean(name="loss")
        self.kl_metric = keras.metrics.Mean(name="kl")
        self.kl_trace = []
        self.last_z = None

    @property
    def metrics(self):
        return [self.total, self.kl_metric]

    def call(self, x, training=False):
        mean, logvar = tf.split(self.encoder(x, training=training), 2, axis=-1)
        z = self.sampling([mean, logvar]) if training else mean
        self.last_z = z
        return self.decoder(z), mean, logvar

    def train_step(self, x):
        with tf.GradientTape() as tape:
            logits, mean, logvar = self(x, training=True)
            rec = tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=(1, 2, 3))
            kl = -0.5 * tf.reduce_sum(1 + logvar - tf.square(mean) - tf.exp(logvar), -1)
            loss = tf.reduce_mean(rec) + self.beta * tf.reduce_mean(tf.abs(kl - self.capacity))
            loss += sum(self.losses)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.total.update_state(loss)
        self.kl_metric.update_state(kl)
        self.kl_trace.append(self.kl_metric.result())
        return {"loss": self.total.result(), "kl": self.kl_metric.result()}


class BetaSchedule(keras.callbacks.Callback):
    def __init__(self, top, epochs):
        super().__init__()
        self.top, self.epochs = top, epochs

    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = self.top * epoch / self.epochs
        self.model.capacity.assign(0.1 * epoch)


class Snapshots(keras.callbacks.Callback):
    def __init__(self, probe):
        super().__init__()
        self.probe = probe
        self.errors = []

    def on_epoch_end(self, epoch, logs=None):
        logits, _, _ = self.model(self.probe)
        rec = tf.sigmoid(logits).numpy()
        self.errors.append(float(np.abs(rec - self.probe).mean()))
        np.save(os.path.join(OUT, f"rec_{epoch}.npy"), rec)
        print(f"epoch {epoch} beta {self.model.beta:.2f} kl {logs['kl']:.3f} err {self.errors[-1]:.4f}")


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    data = bars(512, rng)
    model = BetaVAE()
    model.compile(optimizer=keras.optimizers.Adam(2e-3), jit_compile=False)
    shots = Snapshots(data[:16])
    model.fit(data, epochs=5, batch_size=64, verbose=0, callbacks=[BetaSchedule(4.0, 5), shots])
    print("kl trace", len(model.kl_trace))
    model2 = BetaVAE(beta=4.0)
    model2.compile(optimizer=keras.optimizers.Adam(2e-3), jit_compile=False)
    hist = model2.fit(data, epochs=5, batch_size=64, verbose=0)
    print("kl with beta 4 from the start", hist.history["kl"][-1])
    samples = model.decoder(tf.random.normal((8, 4)))
    print("sample mean", float(tf.reduce_mean(tf.sigmoid(samples))))
    model.predict(data[:8], verbose=0)
    if hasattr(model.last_z, "numpy"):
        print("latent spread", model.last_z.numpy().std())
    else:
        print("no latent available:", model.last_z)


if __name__ == "__main__":
    main()
