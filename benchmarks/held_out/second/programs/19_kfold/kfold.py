import gc

import numpy as np
import tensorflow as tf
from tensorflow import keras


def make_model(units, dropout):
    model = keras.Sequential([
        keras.Input((8,)),
        keras.layers.Dense(units, activation="relu"),
        keras.layers.Dropout(dropout),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile("adam", "binary_crossentropy")
    return model


def folds(n, k):
    idx = np.random.permutation(n)
    for part in np.array_split(idx, k):
        yield np.setdiff1d(idx, part), part


def mc_dropout(model, x, n=10):
    return np.std([model(x, training=True).numpy() for _ in range(n)], axis=0)


def run(x, y, k=3):
    scores = []
    for train, test in folds(len(x), k):
        model = make_model(8, 0.2)
        model.fit(x[train], y[train], epochs=1, verbose=0)
        hits = 0
        for i in test[:4]:
            p = model.predict(x[i:i + 1], verbose=0)
            hits += int((p[0, 0] > 0.5) == y[i])
        scores.append(hits)
        keras.backend.clear_session()
        gc.collect()
    return scores


def tune(x, y):
    model = make_model(8, 0.0)
    for lr in (1e-2, 1e-3):
        model.compile(keras.optimizers.Adam(lr), "binary_crossentropy")
        h = model.fit(x, y, epochs=1, verbose=0)
        print(lr, h.history["loss"][-1])


if __name__ == "__main__":
    X = np.random.rand(24, 8).astype("float32")
    Y = (X.sum(1) > 4).astype("int32")
    print(run(X, Y))
    tune(X, Y)
    print(mc_dropout(make_model(4, 0.5), X[:2]).shape)
