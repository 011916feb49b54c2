import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

from trainer import BaseTrainer

EPOCHS = 20


class LSGAN(BaseTrainer):
    def __init__(self, **kw):
        super().__init__("lsgan", **kw)
        self.g = tf.keras.Sequential([layers.Input((8,)), layers.Dense(16, activation="relu"), layers.Dense(2)])
        self.d = tf.keras.Sequential([layers.Input((2,)), layers.Dense(16, activation="relu"), layers.Dense(1)])
        self.g_opt = tf.keras.optimizers.Adam(1e-3)
        self.d_opt = tf.keras.optimizers.Adam(1e-3)
        self.noise_scale = 1.0

    def losses(self, batch):
        z = tf.random.normal((self.batch, 8)) * self.noise_scale
        with tf.GradientTape() as gt, tf.GradientTape() as dt:
            fake = self.g(z)
            real_s, fake_s = self.d(batch), self.d(fake)
            d_loss = tf.reduce_mean((real_s - 1) ** 2) + tf.reduce_mean(fake_s ** 2)
            g_loss = tf.reduce_mean((fake_s - 1) ** 2)
        for opt, tape, loss, net in ((self.d_opt, dt, d_loss, self.d), (self.g_opt, gt, g_loss, self.g)):
            opt.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
        return {"d": d_loss, "g": g_loss}

    def on_epoch_end(self, epoch):
        super().on_epoch_end(epoch)
        self.noise_scale *= 0.9


x = np.random.randn(128, 2).astype("float32")
ds = tf.data.Dataset.from_tensor_slices(x).shuffle(128).batch(16, drop_remainder=True)
gan = LSGAN()
gan.fit(ds, EPOCHS)
