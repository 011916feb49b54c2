"""Fit a model whose parts come from a table."""

import json

import numpy as np
import tensorflow as tf
from net import Encoder, Matcher

SETTINGS = json.loads('{"units": 3, "levels": [2, 1], "weights": {"label": 1.0, "score": 0.5}}')


def data():
    draw = np.random.RandomState(3)
    inputs = {"left": draw.rand(20, 4), "right": draw.rand(20, 6)}
    labels = (draw.randint(0, 3, 20), draw.rand(20, 1).astype("float32"))
    whole = ({k: v.astype("float32") for k, v in inputs.items()}, labels)
    return tf.data.Dataset.from_tensor_slices(whole).batch(5)


model = Matcher(Encoder(SETTINGS["units"], SETTINGS["levels"]), 3, ["a", "b", "c"])
model.compile(tf.keras.optimizers.SGD(0.1), 0.25, SETTINGS["weights"])
model.fit(data(), epochs=1, verbose=0)
