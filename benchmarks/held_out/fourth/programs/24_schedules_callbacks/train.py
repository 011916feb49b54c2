import numpy as np
import tensorflow as tf
from tensorflow import keras

from callbacks import GradualUnfreeze, HistoryPlot
from schedules import CosineRestart, WarmUp

EPOCHS = 60
(x, y), (xt, yt) = keras.datasets.mnist.load_data()
x = x[..., None] / 255.0
xt = xt[..., None] / 255.0


def body():
    return keras.Sequential([
        keras.layers.Input((28, 28, 1)),
        keras.layers.Conv2D(4, 3, strides=2, activation="relu"),
        keras.layers.Flatten(),
    ], name="body")


class Classifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = body()
        self.head = keras.layers.Dense(10)
        self.label_smoothing = 0.2
        self.seen_batches = 0

    def call(self, x, training=False):
        if training:
            self.seen_batches += 1
        return self.head(self.body(x, training=training))

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        t = tf.one_hot(tf.cast(y, tf.int32), 10)
        t = t * (1 - self.label_smoothing) + self.label_smoothing / 10
        return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(t, y_pred))


for schedule in (WarmUp(1e-3, 10), CosineRestart(1e-3, 20)):
    model = Classifier()
    model.compile(keras.optimizers.Adam(schedule), metrics=["accuracy"])
    model.fit(x, y, epochs=EPOCHS, batch_size=16, verbose=0, callbacks=[GradualUnfreeze(), HistoryPlot()])
    print(type(schedule).__name__, model.evaluate(xt, yt, verbose=0), model.seen_batches)
