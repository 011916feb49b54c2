import tensorflow as tf
from tensorflow.keras import layers


def make_generator(latent):
    return tf.keras.Sequential([
        tf.keras.Input((latent,)),
        layers.Dense(4 * 4 * 8),
        layers.LeakyReLU(),
        layers.Reshape((4, 4, 8)),
        layers.Conv2DTranspose(1, 3, strides=2, padding="same", activation="tanh"),
    ])


def make_discriminator():
    return tf.keras.Sequential([
        tf.keras.Input((8, 8, 1)),
        layers.Conv2D(8, 3, strides=2, padding="same"),
        layers.LeakyReLU(),
        layers.Dropout(0.2),
        layers.Flatten(),
        layers.Dense(1),
    ])
