import tensorflow as tf
from tensorflow.keras import layers


class Generator(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.fc = layers.Dense(4 * 4 * 16, activation="relu")
        self.ups = [layers.Conv2DTranspose(16, 3, 2, padding="same", activation="relu") for _ in range(2)]
        self.out = layers.Conv2D(1, 3, padding="same", activation="tanh")

    def call(self, z, size=16):
        x = tf.reshape(self.fc(z), [-1, 4, 4, 16])
        for up in self.ups:
            x = up(x)
        x = self.out(x)
        if size < 16:
            x = tf.nn.avg_pool2d(x, 16 // size, 16 // size, "VALID")
        return x


class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.convs = [layers.Conv2D(16, 3, 2, padding="same") for _ in range(2)]
        self.score = layers.Dense(1)
        self.features = None

    def call(self, x):
        for conv in self.convs:
            x = tf.nn.leaky_relu(conv(x))
        self.features = x
        return self.score(tf.reduce_mean(x, [1, 2]))
