import random
from collections import defaultdict

import numpy as np
import tensorflow as tf
from tensorflow import keras

MEMBERS = 6
EPOCHS = 10


class Member:
    def __init__(self, seed, lr=1e-2):
        keras.utils.set_random_seed(seed)
        self.net = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(8, activation="relu"), keras.layers.Dropout(0.2), keras.layers.Dense(1)])
        self.opt = keras.optimizers.SGD(lr)
        self.l2 = 1e-4

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(x, training=True)[:, 0] - y) ** 2)
            loss += self.l2 * tf.add_n([tf.nn.l2_loss(w) for w in self.net.trainable_variables])
        self.opt.apply_gradients(zip(tape.gradient(loss, self.net.trainable_variables), self.net.trainable_variables))
        return loss


def mc_dropout(net, x, samples=50):
    draws = []
    for _ in range(samples):
        draws.append(net(x, training=True).numpy())
    return np.std(draws, axis=0)


class Scaler:
    def __init__(self, eps=1e-6):
        self.eps = eps

    @tf.function
    def __call__(self, x):
        return (x - tf.reduce_mean(x, 0)) / (tf.math.reduce_std(x, 0) + self.eps)


def bootstrap(x, y, rounds=12):
    out = defaultdict(list)
    for r in range(rounds):
        idx = np.random.choice(len(x), len(x))
        scaler = Scaler()
        z = scaler(tf.constant(x[idx]))
        out["mean"].append(float(tf.reduce_mean(z)))
    return out


@tf.function
def recalibrate(net, x, y):
    opt = keras.optimizers.SGD(1e-3, momentum=0.9)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x)[:, 0] - y) ** 2)
    opt.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    return loss


def score_points(net, points):
    risky = []
    for p in points:
        mu = net.predict(p.reshape(1, -1), verbose=0)[0, 0]
        if mu > 0.5:
            risky.append(p)
    return risky


def main():
    (x, y), (xt, yt) = keras.datasets.california_housing.load_data()
    members = [Member(s) for s in range(MEMBERS)]
    for m in members:
        for _ in range(EPOCHS):
            for k in range(0, 64, 32):
                m.step(x[k:k + 32], y[k:k + 32])
    preds = np.stack([m.net(xt).numpy() for m in members])
    print("spread", preds.std(0).mean(), mc_dropout(members[0].net, xt[:4]).ravel())
    print("calibration", recalibrate(members[0].net, xt, yt).numpy())
    print(bootstrap(x, y)["mean"][:3], len(score_points(members[0].net, xt)))


if __name__ == "__main__":
    main()
