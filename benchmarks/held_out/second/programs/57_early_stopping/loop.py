import itertools
import json
import pathlib
import tempfile

import numpy as np
import tensorflow as tf


class State:
    def __init__(self):
        self.best = float("inf")
        self.bad = 0
        self.phase = "warmup"


class Loop:
    def __init__(self, model, patience=2):
        self.model = model
        self.opt = tf.keras.optimizers.Adam(0.05)
        self.opt.build(model.trainable_variables)
        self.state = State()
        self.patience = patience
        self.ids = itertools.count()

    @tf.function
    def train(self, x, y):
        with tf.GradientTape() as t:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
            if self.state.phase == "warmup":
                loss = loss * 0.1
        self.opt.apply_gradients(zip(t.gradient(loss, self.model.trainable_variables), self.model.trainable_variables))
        tf.print("batch", next(self.ids))
        return loss

    def fit(self, ds, epochs):
        folder = pathlib.Path(tempfile.mkdtemp())
        for epoch in range(epochs):
            loss = np.mean([self.train(x, y).numpy() for x, y in ds])
            if loss < self.state.best:
                self.state.best, self.state.bad = loss, 0
                (folder / "best.json").write_text(json.dumps({"epoch": epoch}))
            else:
                self.state.bad += 1
            if self.state.bad >= self.patience:
                break
            self.state.phase = "main"
            print(epoch, loss)


if __name__ == "__main__":
    m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    x = np.random.rand(16, 2).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((x, x.sum(1, keepdims=True))).batch(8)
    loop = Loop(m)
    loop.fit(ds, 3)
