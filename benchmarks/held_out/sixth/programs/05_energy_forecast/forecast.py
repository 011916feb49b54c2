"""Day-ahead load forecasting with a GRU, walk-forward evaluation.

    python forecast.py --days 12 --horizon 6 [--adaptive]
"""
import argparse
import datetime as dt
import logging
import math

import keras
import numpy as np
import pandas as pd
import tensorflow as tf

logger = logging.getLogger("forecast")
LOOKBACK = 24
SMOOTHING = 0.0


def load_series(days):
    """hourly synthetic load with a daily and a weekly cycle"""
    start = dt.datetime(2023, 1, 2)
    idx = pd.date_range(start, periods=days * 24, freq="h")
    rng = np.random.default_rng(0)
    base = 1.0 + 0.4 * np.sin(2 * np.pi * idx.hour / 24) + 0.1 * (idx.dayofweek < 5)
    out = pd.Series(base + rng.normal(0, 0.03, len(idx)), index=idx)
    logger.info("series of %d hours from %s", len(out), start)
    return out


def windows(values, horizon):
    xs, ys = [], []
    for i in range(len(values) - LOOKBACK - horizon):
        xs.append(values[i:i + LOOKBACK])
        ys.append(values[i + LOOKBACK:i + LOOKBACK + horizon])
    return np.array(xs, "float32")[..., None], np.array(ys, "float32")


class Scaler:
    def __init__(self):
        self.mean, self.std, self.n_transforms = 0.0, 1.0, 0

    def fit(self, v):
        self.mean, self.std = float(np.mean(v)), float(np.std(v))
        return self

    def transform(self, v):
        self.n_transforms += 1
        return (v - self.mean) / self.std

    def inverse(self, v):
        return v * self.std + self.mean


class Forecaster(keras.Model):
    def __init__(self, horizon, units=16):
        super().__init__()
        self.gru = keras.layers.GRU(units)
        self.out = keras.layers.Dense(horizon)
        self.last_state = None

    def call(self, x, training=None):
        h = self.gru(x, training=training)
        return self.out(h)

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        err = tf.abs(y - y_pred)
        steps = y_pred.shape[-1]
        decay = np.exp(-np.arange(steps) / 10.0).astype("float32")
        loss = tf.reduce_mean(err * decay)
        logger.warning("batch loss %s at %s", loss, dt.datetime.now())
        return loss


def smooth(forecast):
    # exponential blending with the previous step
    first = forecast[:, :1]
    return SMOOTHING * first + (1.0 - SMOOTHING) * forecast


@tf.function
def blended_error(pred, target):
    return tf.reduce_mean(tf.abs(smooth(pred) - target))


def tune_smoothing(pred, target):
    global SMOOTHING
    table = {}
    for s in (0.0, 0.1, 0.2, 0.4):
        SMOOTHING = s
        table[s] = float(blended_error(pred, target))
    return table


def walk_forward(model, history, hours, horizon):
    """one step at a time, as in production"""
    buf, preds = list(history[-LOOKBACK:]), []
    for h in range(hours):
        x = np.array(buf[-LOOKBACK:], "float32").reshape(1, LOOKBACK, 1)
        step = model.predict(x, verbose=0)[0]
        preds.append(float(step[0]))
        buf.append(preds[-1])
    return np.array(preds)


@tf.function
def refine(window, n_steps):
    """a few smoothing passes over the observed window"""
    out = window
    for _ in tf.range(n_steps):
        out = 0.25 * tf.roll(out, 1, 0) + 0.5 * out + 0.25 * tf.roll(out, -1, 0)
    return out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--days", type=int, default=12)
    ap.add_argument("--horizon", type=int, default=6)
    ap.add_argument("--epochs", type=int, default=2)
    args = ap.parse_args()
    logging.basicConfig(level=logging.WARNING)
    series = load_series(args.days)
    scaler = Scaler().fit(series.values)
    z = scaler.transform(series.values)
    x, y = windows(z, args.horizon)
    split = int(0.8 * len(x))
    model = Forecaster(args.horizon)
    model.compile(optimizer="adam")
    hist = model.fit(x[:split], y[:split], epochs=args.epochs, batch_size=32, verbose=0)
    print("loss", [round(v, 4) for v in hist.history["loss"]])
    pred = model.predict(x[split:], verbose=0)
    print("smoothing table", tune_smoothing(tf.constant(pred), tf.constant(y[split:])))
    ahead = walk_forward(model, list(z[:split]), 5, args.horizon)
    print("walk forward", np.round(scaler.inverse(ahead), 3), "rmse", math.sqrt(np.mean(ahead ** 2)))
    for k in range(1, 5):
        w = refine(tf.constant(z[:LOOKBACK * k], tf.float32), tf.constant(2))
    print("refined", w.shape, "traces", refine.experimental_get_tracing_count())


if __name__ == "__main__":
    main()
