import logging

import keras
import numpy as np

from losses import FocalLoss, Recall, balanced

logging.basicConfig(level=logging.INFO)


def build():
    return keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(1, "sigmoid")])


def data(n=64):
    rng = np.random.default_rng(3)
    x = rng.normal(size=(n, 4)).astype("float32")
    return x, (x[:, :1] > 0).astype("float32")


def main(metric=None):
    x, y = data()
    for loss in (FocalLoss(), balanced):
        model = build()
        model.compile("adam", loss, metrics=[metric] if metric else None)
        hist = model.fit(x, y, epochs=3, batch_size=16, verbose=0)
        logging.info("final loss %.3f", hist.history["loss"][-1])
    return model


if __name__ == "__main__":
    main()
