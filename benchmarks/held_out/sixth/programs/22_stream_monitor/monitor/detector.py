import logging

import keras
import numpy as np
import tensorflow as tf

log = logging.getLogger("monitor.detector")
ALARM_LEVEL = 3.0


def set_alarm_level(value):
    global ALARM_LEVEL
    ALARM_LEVEL = value
    log.info("alarm level now %.2f", value)


class Autoencoder(keras.Model):
    def __init__(self, n, code=3):
        super().__init__()
        self.enc = keras.layers.Dense(code, activation="tanh")
        self.dec = keras.layers.Dense(n)

    def call(self, x):
        return self.dec(self.enc(x))


class Detector:
    def __init__(self, n=6, lr=1e-2):
        self.net = Autoencoder(n)
        self.net.build((None, n))
        self.opt = keras.optimizers.SGD(lr)
        self.mean, self.var = tf.Variable(0.1, trainable=False), tf.Variable(1.0, trainable=False)
        self.trained = 0

    @tf.function
    def score(self, x):
        err = tf.reduce_mean((self.net(x) - x) ** 2, axis=-1)
        z = (err - self.mean) / tf.sqrt(self.var + 1e-6)
        return z, z > ALARM_LEVEL

    @tf.function
    def adapt(self, x):
        meter = keras.metrics.Mean()
        with tf.GradientTape() as tape:
            err = tf.reduce_mean((self.net(x) - x) ** 2, axis=-1)
            loss = tf.reduce_mean(err)
        meter.update_state(err)
        self._apply(tape, loss)
        return meter.result()

    @tf.function
    def adapt_plain(self, x):
        with tf.GradientTape() as tape:
            err = tf.reduce_mean((self.net(x) - x) ** 2, axis=-1)
            loss = tf.reduce_mean(err)
        self._apply(tape, loss)
        self.mean.assign(0.9 * self.mean + 0.1 * loss)
        self.var.assign(0.9 * self.var + 0.1 * tf.math.reduce_variance(err))
        return loss

    def _apply(self, tape, loss):
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        self.trained += 1

    def warm_start(self, data):
        self.net.compile(optimizer="adam", loss="mse")
        self.net.fit(data, data, epochs=2, verbose=0)
        err = ((self.net.predict(data, verbose=0) - data) ** 2).mean(-1)
        self.mean.assign(float(np.mean(err)))
        self.var.assign(float(np.var(err)))


ADAPTERS = {"plain": "adapt_plain", "metric": "adapt"}
