import keras
import tensorflow as tf


class BetaVAE(keras.Model):
    def __init__(self, latent=2):
        super().__init__()
        self.enc = keras.layers.Dense(2 * latent)
        self.dec = keras.layers.Dense(4)
        self.beta = 0.0
        self.temp = self.add_weight(name="temp", shape=(), initializer="ones", trainable=False)

    def call(self, x):
        mu, logvar = tf.split(self.enc(x), 2, axis=-1)
        z = mu + tf.exp(0.5 * logvar) * tf.random.normal(tf.shape(mu))
        kl = -0.5 * tf.reduce_mean(1 + logvar - mu ** 2 - tf.exp(logvar))
        self.add_loss(self.beta * kl / self.temp)
        return self.dec(z)


class Warmup(keras.callbacks.Callback):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.log = []

    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / self.steps)
        self.model.temp.assign(1.0 + epoch)
        self.log.append(epoch)
        print("beta now", self.model.beta)


def main(epochs=3):
    x = tf.random.normal([16, 4])
    vae = BetaVAE()
    vae.compile(optimizer="sgd", loss="mse")
    cb = Warmup(2)
    vae.fit(x, x, epochs=epochs, callbacks=[cb], verbose=0)
    return vae, cb


if __name__ == "__main__":
    main()
