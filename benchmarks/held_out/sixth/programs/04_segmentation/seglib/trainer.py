import csv
import os

import keras
import tensorflow as tf


class AbstractTrainer:
    """fit() lives here, _step() in the subclass."""

    def __init__(self, model, loss, out_dir, lr=1e-3):
        self.model, self.loss = model, loss
        self.out_dir = out_dir
        self.opt = keras.optimizers.Adam(lr)
        self.global_step = 0
        self._compiled = None
        os.makedirs(out_dir, exist_ok=True)

    def _step(self, image, mask):
        raise NotImplementedError

    def write_row(self, **row):
        path = os.path.join(self.out_dir, "log.csv")
        with open(path, "a", newline="") as fh:
            csv.writer(fh).writerow(list(row.values()))

    def fit(self, ds, epochs):
        if self._compiled is None:
            self._compiled = tf.function(self._step)
        means = []
        for epoch in range(epochs):
            total = tf.constant(0.0)
            n = 0
            for image, mask in ds:
                total += self._compiled(image, mask)
                n += 1
                self.global_step += 1
            means.append(float(total) / n)
            print(f"[{epoch}] loss={means[-1]:.4f}")
        return means


class SegTrainer(AbstractTrainer):
    hooks = {"log": "write_row"}

    def _step(self, image, mask):
        with tf.GradientTape() as tape:
            logits = self.model(image, training=True)
            loss = self.loss(mask, logits)
        variables = self.model.trainable_variables
        self.opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for hook in self.hooks.values():
            getattr(self, hook)(tag="train", shape=str(image.shape))
        return loss

    @tf.function
    def iou(self, image, mask):
        pred = tf.cast(self.model(image, training=False) > 0.0, tf.float32)
        inter = tf.reduce_sum(pred * mask)
        union = tf.reduce_sum(tf.maximum(pred, mask))
        return tf.math.divide_no_nan(inter, union)
