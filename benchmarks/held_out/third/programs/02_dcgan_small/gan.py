import numpy as np
import tensorflow as tf

from models import make_discriminator, make_generator

LATENT = 6
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)


class GAN:
    def __init__(self, latent=LATENT):
        self.latent = latent
        self.gen = make_generator(latent)
        self.disc = make_discriminator()
        self.g_opt = tf.keras.optimizers.Adam(1e-3)
        self.d_opt = tf.keras.optimizers.Adam(1e-3)
        self.history = {"d": [], "g": []}

    @tf.function
    def step(self, real):
        noise = np.random.normal(size=(real.shape[0], self.latent)).astype("float32")
        with tf.GradientTape() as gt, tf.GradientTape() as dt:
            fake = self.gen(noise, training=True)
            real_logits = self.disc(real, training=True)
            fake_logits = self.disc(fake, training=True)
            g_loss = bce(tf.ones_like(fake_logits), fake_logits)
            d_loss = bce(tf.ones_like(real_logits), real_logits)
            d_loss += bce(tf.zeros_like(fake_logits), fake_logits)
        self.g_opt.apply_gradients(zip(gt.gradient(g_loss, self.gen.trainable_variables), self.gen.trainable_variables))
        self.d_opt.apply_gradients(zip(dt.gradient(d_loss, self.disc.trainable_variables), self.disc.trainable_variables))
        self.history["g"].append(g_loss)
        return d_loss, fake

    def sample(self, n):
        z = np.random.normal(size=(n, self.latent)).astype("float32")
        return self.gen(z, training=False).numpy()


def main(steps=5):
    rng = np.random.default_rng(0)
    gan = GAN()
    data = tf.data.Dataset.from_tensor_slices(rng.uniform(-1, 1, (40, 8, 8, 1)).astype("float32")).batch(8)
    for real in data.take(steps):
        d_loss, _ = gan.step(real)
        gan.history["d"].append(float(d_loss))
    print(gan.sample(2).shape)
    return gan


if __name__ == "__main__":
    main()
