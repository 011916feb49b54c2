import keras
import tensorflow as tf
from keras import layers


class Generator(keras.Model):
    def __init__(self, latent, channels=1):
        super().__init__()
        self.latent = latent
        self.fc = layers.Dense(4 * 4 * 16)
        self.reshape = layers.Reshape((4, 4, 16))
        self.ups = [layers.Conv2DTranspose(f, 4, 2, "same", activation="relu") for f in (16, 8)]
        self.out = layers.Conv2D(channels, 3, padding="same", activation="tanh")

    def call(self, z):
        x = self.reshape(self.fc(z))
        for up in self.ups:
            x = up(x)
        return self.out(x)


class Discriminator(keras.Model):
    def __init__(self):
        super().__init__()
        self.convs = [layers.Conv2D(f, 4, 2, "same") for f in (8, 16)]
        self.act = layers.LeakyReLU(0.2)
        self.flat = layers.Flatten()
        self.out = layers.Dense(1)

    def features(self, x):
        feats = []
        for conv in self.convs:
            x = self.act(conv(x))
            feats.append(x)
        return feats

    def call(self, x):
        return self.out(self.flat(self.features(x)[-1]))
