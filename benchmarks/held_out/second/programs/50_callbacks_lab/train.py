import os
import tempfile

import numpy as np
import tensorflow as tf
from callbacks import CSVTimer, RateDrop, Unfreeze, Warm, WarmLoss


def make():
    base = tf.keras.layers.Dense(4, "relu", name="base")
    base.trainable = False
    return base, tf.keras.Sequential([tf.keras.Input((3,)), base, tf.keras.layers.Dense(1)])


def main():
    x = np.random.rand(16, 3).astype("float32")
    y = x.sum(1, keepdims=True)
    base, model = make()
    warm = WarmLoss()
    model.compile("sgd", warm)
    path = os.path.join(tempfile.mkdtemp(), "log.csv")
    w0 = base.get_weights()[0]
    h = model.fit(x, y, epochs=4, verbose=0, callbacks=[CSVTimer(path), RateDrop(), Warm(warm)])
    print("loss", h.history["loss"])
    base, model = make()
    model.compile("sgd", "mse")
    w0 = base.get_weights()[0]
    model.fit(x, y, epochs=3, verbose=0, callbacks=[Unfreeze(base, 1)])
    print("base moved:", bool((base.get_weights()[0] != w0).any()))


if __name__ == "__main__":
    main()
