import datetime as dt
import os
import warnings

import numpy as np
import tensorflow as tf


def windows(series, size, batch=4):
    ds = tf.data.Dataset.from_tensor_slices(series)
    ds = ds.window(size + 1, shift=1, drop_remainder=True)
    ds = ds.flat_map(lambda w: w.batch(size + 1))
    return ds.map(lambda w: (w[:-1], w[-1:])).batch(batch, drop_remainder=True)


class Forecaster(tf.keras.Model):
    def __init__(self, size):
        super().__init__()
        self.rnn = tf.keras.layers.LSTM(4)
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        if x.shape[-1] is None:
            warnings.warn("unknown length")
        return self.out(self.rnn(x[..., None]))


def walk_forward(model, series, size, steps):
    hist = list(series[-size:])
    for _ in range(steps):
        x = np.array(hist[-size:], "float32")[None]
        hist.append(float(model.predict(x, verbose=0)[0, 0]))
    return hist[-steps:]


def make_train(model, opt):
    clip = {"norm": 1.0}
    calls = 0

    @tf.function
    def train(x, y):
        nonlocal calls
        calls += 1
        with tf.GradientTape() as t:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        g = t.gradient(loss, model.trainable_variables)
        g, n = tf.clip_by_global_norm(g, clip["norm"])
        opt.apply_gradients(zip(g, model.trainable_variables))
        return loss, n

    def relax():
        clip["norm"] *= 2

    def report():
        return calls, clip["norm"]
    return train, relax, report


if __name__ == "__main__":
    series = np.sin(np.arange(30) / 3).astype("float32")
    ds = windows(series, 5)
    model = Forecaster(5)
    opt = tf.keras.optimizers.Adam()
    train, relax, report = make_train(model, opt)
    for epoch in range(2):
        for x, y in ds:
            loss, n = train(x, y)
        relax()
        print(dt.datetime.now().isoformat(), epoch, float(loss), report())
    print(walk_forward(model, series, 5, 3))
    os.makedirs("/tmp/forecast", exist_ok=True)
