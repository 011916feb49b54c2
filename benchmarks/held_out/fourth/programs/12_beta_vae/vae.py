import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

LATENT = 4
EPOCHS = 30


class Sampling(layers.Layer):
    def call(self, inputs):
        mean, log_var = inputs
        eps = tf.random.normal(tf.shape(mean))
        return mean + tf.exp(0.5 * log_var) * eps


def build_encoder():
    x = inp = keras.Input((28, 28, 1))
    for f in (4, 8):
        x = layers.Conv2D(f, 3, strides=2, padding="same", activation="relu")(x)
    x = layers.Flatten()(x)
    m, v = layers.Dense(LATENT)(x), layers.Dense(LATENT)(x)
    return keras.Model(inp, [m, v, Sampling()([m, v])])


def build_decoder():
    return keras.Sequential([
        layers.Input((LATENT,)),
        layers.Dense(7 * 7 * 4, activation="relu"),
        layers.Reshape((7, 7, 4)),
        layers.Conv2DTranspose(4, 3, strides=2, padding="same", activation="relu"),
        layers.Conv2DTranspose(1, 3, strides=2, padding="same", activation="sigmoid"),
    ])


class VAE(keras.Model):
    def __init__(self, encoder, decoder, beta=0.0, **kwargs):
        super().__init__(**kwargs)
        self.encoder = encoder
        self.decoder = decoder
        self.beta = beta
        self.global_step = 0
        self.kl_values = []
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.loss_tracker, self.kl_tracker]

    def call(self, x):
        return self.decoder(self.encoder(x)[2])

    def train_step(self, data):
        if isinstance(data, tuple):
            data = data[0]
        with tf.GradientTape() as tape:
            mean, log_var, z = self.encoder(data, training=True)
            recon = self.decoder(z, training=True)
            rec = tf.reduce_mean(tf.reduce_sum(keras.losses.binary_crossentropy(data, recon), axis=(1, 2)))
            kl = -0.5 * tf.reduce_mean(tf.reduce_sum(1 + log_var - tf.square(mean) - tf.exp(log_var), axis=1))
            loss = rec + self.beta * kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.global_step += 1
        self.kl_values.append(kl)
        self.loss_tracker.update_state(loss)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


class BetaAnneal(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / 10)
        print("beta", self.model.beta)


(x, _), (xt, _) = keras.datasets.mnist.load_data()
x = x[..., None].astype("float32") / 255.0
vae = VAE(build_encoder(), build_decoder())
vae.compile(optimizer=keras.optimizers.Adam(1e-3))
vae.fit(x, epochs=EPOCHS, batch_size=16, callbacks=[BetaAnneal()], verbose=2)
z = np.random.normal(size=(16, LATENT))
samples = vae.decoder(z).numpy()
print(samples.shape, vae.global_step)
