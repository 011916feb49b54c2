from datetime import datetime

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import LSTM, Dense, Input
from tensorflow.keras.models import Sequential

LOOKBACK = 12
HORIZON = 24
EPOCHS = 40


def synthetic(n=200):
    t = np.arange(n)
    return (np.sin(t / 6.0) + 0.1 * np.random.randn(n)).astype("float32")


def windows(series):
    X, y = [], []
    for i in range(len(series) - LOOKBACK):
        X.append(series[i:i + LOOKBACK])
        y.append(series[i + LOOKBACK])
    return np.array(X)[..., None], np.array(y)


def build(units):
    m = Sequential([Input((LOOKBACK, 1)), LSTM(units), Dense(1)])
    m.compile(optimizer="adam", loss="mse")
    return m


def forecast(model, history, horizon=HORIZON):
    history = list(history)
    for _ in range(horizon):
        x = np.array(history[-LOOKBACK:]).reshape(1, LOOKBACK, 1)
        yhat = model.predict(x, verbose=0)
        history.append(yhat[0, 0])
    return np.array(history[-horizon:])


def smape(y_true, y_pred):
    return 200 * tf.reduce_mean(tf.abs(y_pred - y_true) / (tf.abs(y_true) + tf.abs(y_pred) + 1e-6))


class StampCallback(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.t0 = datetime.now()

    def on_epoch_end(self, epoch, logs=None):
        print(epoch, datetime.now() - self.t0, logs)


def walk_forward(series, folds=8):
    errors = []
    model = build(8)
    for k in range(folds):
        cut = 80 + k * 10
        X, y = windows(series[:cut])
        model.compile(optimizer="adam", loss="mae", metrics=[smape])
        model.fit(X, y, epochs=1, verbose=0)
        pred = forecast(model, series[:cut], horizon=4)
        errors.append(np.abs(pred - series[cut:cut + 4]).mean())
    return errors


if __name__ == "__main__":
    s = synthetic()
    X, y = windows(s)
    model = build(16)
    model.fit(X, y, epochs=EPOCHS, batch_size=32, verbose=0, callbacks=[StampCallback()])
    print(forecast(model, s)[:5])
    print(walk_forward(s))
