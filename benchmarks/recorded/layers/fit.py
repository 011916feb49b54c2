"""A functional model of them."""

import numpy as np
import tensorflow as tf
from blocks import Attention, Counted, Margin, Noise


def build(length, width):
    inputs = [tf.keras.Input((length, width)), tf.keras.Input((length + 2, width))]
    mixed = Attention(2, 3, dropout=0.1)(inputs[0], inputs[1])
    first, second = Noise({"offset": [width]})((mixed, inputs[0]))
    outputs = tf.keras.layers.Dense(1)(tf.keras.layers.Flatten()(first + second))
    return tf.keras.Model(inputs, outputs)


model = build(4, 5)
model.compile("sgd", Margin(0.5, [0.3, 0.7]), metrics=[Counted(0.1)])
draw = np.random.RandomState(1)
data = [draw.rand(6, 4, 5).astype("float32"), draw.rand(6, 6, 5).astype("float32")]
model.fit(data, draw.randint(0, 2, (6, 1)), batch_size=3, verbose=0)
