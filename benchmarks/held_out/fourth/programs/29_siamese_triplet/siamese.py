import random

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

MARGIN = 0.5
EPOCHS = 50


def embedder():
    return keras.Sequential([
        layers.Input((28, 28, 1)),
        layers.Conv2D(4, 3, strides=2, activation="relu"),
        layers.Flatten(),
        layers.Dense(8),
        layers.UnitNormalization(),
    ])


class TripletLoss(keras.losses.Loss):
    def __init__(self, margin=MARGIN, **kw):
        super().__init__(**kw)
        self.margin = margin
        self.active = []

    def call(self, y_true, y_pred):
        a, p, n = tf.split(y_pred, 3, axis=-1)
        pos = tf.reduce_sum(tf.square(a - p), -1)
        neg = tf.reduce_sum(tf.square(a - n), -1)
        hinge = tf.maximum(pos - neg + self.margin, 0.0)
        self.active.append(tf.reduce_mean(tf.cast(hinge > 0, tf.float32)))
        hard = tf.reduce_max(hinge)
        return hinge if hard > 1.0 else tf.square(hinge)


class TripletNet(keras.Model):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.temperature = tf.Variable(1.0, trainable=False)

    def call(self, inputs, training=False):
        a, p, n = inputs
        return tf.concat([self.net(t, training=training) for t in (a, p, n)], -1) / self.temperature


class Cool(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.temperature.assign(max(0.5, 1.0 - 0.05 * epoch))


def triplets(x, y, n=48):
    by = {c: np.where(y == c)[0] for c in range(10)}
    by = {c: v for c, v in by.items() if len(v) > 1}
    A, P, N = [], [], []
    for _ in range(n):
        c, d = random.sample(sorted(by), 2)
        i, j = np.random.choice(by[c], 2, replace=False)
        k = np.random.choice(by[d])
        A.append(x[i]); P.append(x[j]); N.append(x[k])
    return np.array(A), np.array(P), np.array(N)


def distances(net, x, probes=20):
    ref = net(x[:1])
    out = []
    for i in range(probes):
        e = net.predict(x[i:i + 1], verbose=0)
        out.append(float(np.linalg.norm(e - ref)))
    return out


(x, y), _ = keras.datasets.mnist.load_data()
x = x[..., None].astype("float32") / 255.0
A, P, N = triplets(x, y)
model = TripletNet(embedder())
model.compile("adam", TripletLoss())
model.fit((A, P, N), np.zeros(len(A)), epochs=EPOCHS, batch_size=16, callbacks=[Cool()], verbose=2)
print(distances(model.net, x))
