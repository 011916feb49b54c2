"""A program as the guide teaches it."""
import argparse
import logging
import random
import time

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO)


class Net(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(8, "relu") for _ in range(2)]
        self.drop = tf.keras.layers.Dropout(0.2)
        self.out = tf.keras.layers.Dense(n)

    def call(self, x, training=False):
        for layer in self.hidden:
            x = layer(x)
        if training:
            x = self.drop(x, training=training)
        return self.out(x)


class Trainer:
    def __init__(self, model, lr):
        self.model = model
        self.opt = tf.keras.optimizers.Adam(lr)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.acc = tf.keras.metrics.SparseCategoricalAccuracy()
        self.step = tf.Variable(0, dtype=tf.int64)

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        grads, norm = tf.clip_by_global_norm(tape.gradient(loss, self.model.trainable_variables), 1.0)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        self.acc.update_state(y, logits)
        self.step.assign_add(1)
        if self.step % 4 == 0:
            tf.print("step", self.step, "norm", norm)
        return loss

    def fit(self, ds, epochs):
        history = {"loss": []}
        for epoch in range(epochs):
            self.acc.reset_state()
            t = time.time()
            for step, (x, y) in enumerate(ds):
                history["loss"].append(float(self.train_step(x, y)))
            logging.info("epoch %d %.3f %.2fs", epoch, float(self.acc.result()), time.time() - t)
        return history


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--lr", type=float, default=1e-2)
    args = p.parse_args()
    random.seed(0), np.random.seed(0), tf.random.set_seed(0)
    x = np.random.rand(32, 4).astype("float32")
    y = (x.sum(1) > 2).astype("int32")
    ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(32).batch(8)
    t = Trainer(Net(2), args.lr)
    h = t.fit(ds, 2)
    print("final", h["loss"][-1], int(t.step))
    probs = tf.nn.softmax(t.model(x, training=False)).numpy()
    for row in probs[:2]:
        print(row.round(2))


if __name__ == "__main__":
    main()
