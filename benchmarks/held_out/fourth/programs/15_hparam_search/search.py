import csv
import itertools
import json
import random
import sys

import numpy as np
import tensorflow as tf

GRID = {"units": [8, 16], "lr": [1e-2, 1e-3], "dropout": [0.0, 0.3]}
EPOCHS = 25


def data():
    (x, y), (xt, yt) = tf.keras.datasets.california_housing.load_data()
    mu, sd = x.mean(0), x.std(0)
    return (x - mu) / sd, y, (xt - mu) / sd, yt


def make(units, dropout):
    return tf.keras.Sequential([
        tf.keras.layers.Input((8,)),
        tf.keras.layers.Dense(units, activation="relu"),
        tf.keras.layers.Dropout(dropout),
        tf.keras.layers.Dense(1),
    ])


def run_trial(cfg, x, y, xt, yt):
    model = make(cfg["units"], cfg["dropout"])
    opt = tf.keras.optimizers.Adam(cfg["lr"])

    @tf.function
    def step(xb, yb):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(yb - model(xb, training=True)[:, 0]))
        g = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(g, model.trainable_variables))
        return loss

    best = float("inf")
    for epoch in range(EPOCHS):
        for k in range(0, len(x), 32):
            loss = step(x[k:k + 32], y[k:k + 32])
        val = float(validate(model, xt, yt))
        best = min(best, val)
    return best


def validate(model, xt, yt):
    errors = []
    mae = tf.function(lambda a, b: tf.reduce_mean(tf.abs(a - b)))
    for k in range(0, len(xt), 16):
        errors.append(mae(model(xt[k:k + 16])[:, 0], yt[k:k + 16]))
    return np.mean(errors)


def permutation_importance(model, xt, yt):
    base = float(validate(model, xt, yt))
    scores = {}
    for col in range(xt.shape[1]):
        for rep in range(3):
            shuffled = xt.copy()
            np.random.shuffle(shuffled[:, col])
            pred = model.predict(shuffled[:8], verbose=0)
            scores.setdefault(col, []).append(float(np.abs(pred[:, 0] - yt[:8]).mean()) - base)
    return scores


def main():
    x, y, xt, yt = data()
    results = []
    for values in itertools.product(*GRID.values()):
        cfg = dict(zip(GRID, values))
        score = run_trial(cfg, x, y, xt, yt)
        results.append({**cfg, "mae": score})
        print(json.dumps(results[-1]))
    with open("results.csv", "w", newline="") as fh:
        w = csv.DictWriter(fh, fieldnames=list(results[0]))
        w.writeheader()
        w.writerows(results)
    best = min(results, key=lambda r: r["mae"])
    model = make(best["units"], best["dropout"])
    print(permutation_importance(model, xt, yt))


if __name__ == "__main__":
    main()
