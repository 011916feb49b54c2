"""Small random search over learning rates, one model reused per schedule."""
import dataclasses
import itertools
import random

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Trial:
    width: int
    dropout: float
    seed: int = 0


def build(trial):
    tf.keras.utils.set_random_seed(trial.seed)
    return tf.keras.Sequential([
        tf.keras.Input((5,)),
        tf.keras.layers.Dense(trial.width, activation="relu"),
        tf.keras.layers.Dropout(trial.dropout),
        tf.keras.layers.Dense(1),
    ])


def data(n=128):
    rng = np.random.default_rng(2)
    x = rng.normal(size=(n, 5)).astype("float32")
    return x, x.sum(1, keepdims=True)


def grid():
    for width, dropout in itertools.product([4, 8], [0.0, 0.1]):
        yield Trial(width, dropout, seed=random.randrange(100))


def anneal(model, x, y, rates):
    history = []
    for rate in rates:
        model.compile(optimizer=tf.keras.optimizers.SGD(rate), loss="mse")
        history += model.fit(x, y, epochs=1, batch_size=32, verbose=0).history["loss"]
    return history


def run_trial(trial, x, y):
    model = build(trial)
    model.compile("adam", "mse")
    model.fit(x, y, epochs=1, verbose=0)
    model.optimizer.learning_rate.assign(1e-4)
    model.fit(x, y, epochs=1, verbose=0)
    return model, float(model.evaluate(x, y, verbose=0))


def leave_one_out(model, x):
    influence = []
    for i in range(len(x)):
        influence.append(model.predict(np.delete(x, i, axis=0)[:4], verbose=0).mean())
    return np.array(influence)


def main():
    x, y = data()
    results = {t: run_trial(t, x, y) for t in grid()}
    best = min(results, key=lambda t: results[t][1])
    print("best", best, results[best][1])
    model = results[best][0]
    print("anneal", anneal(model, x, y, [0.01 * 0.7 ** k for k in range(8)]))
    print("influence", leave_one_out(model, x[:20]).std())


if __name__ == "__main__":
    main()
