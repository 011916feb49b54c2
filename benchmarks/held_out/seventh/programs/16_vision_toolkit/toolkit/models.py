import random

import tensorflow as tf
from tensorflow.keras import layers

from .registry import MODELS


class StochasticDepth(layers.Layer):
    def __init__(self, rate=0.2):
        super().__init__()
        self.rate = rate

    def call(self, x, residual, training=False):
        if training and random.random() < self.rate:
            return residual
        return residual + x


class DropPath(layers.Layer):
    def __init__(self, rate=0.2):
        super().__init__()
        self.rate = rate

    def call(self, x, training=False):
        if not training or self.rate == 0:
            return x
        shape = (tf.shape(x)[0],) + (1,) * (len(x.shape) - 1)
        return x * tf.floor(1 - self.rate + tf.random.uniform(shape))


@MODELS.register
class SmallCNN(tf.keras.Model):
    def __init__(self, width, num_classes):
        super().__init__()
        self.stem = layers.Conv2D(width, 3, padding="same", activation="relu")
        self.body = layers.Conv2D(width, 3, padding="same", activation="relu")
        self.skip = StochasticDepth()
        self.drop_path = DropPath()
        self.pool = layers.GlobalAveragePooling2D()
        self.fc = layers.Dense(num_classes)
        self.aux = layers.Dense(num_classes)
        self.features = {}

    def call(self, x, training=False):
        x = self.stem(x)
        aux = self.aux(self.pool(x))
        x = self.skip(self.drop_path(self.body(x), training=training), x, training=training)
        feats = self.pool(x)
        self.features["pooled"] = feats
        return self.fc(feats), aux
