"""Regression on tabular data with a small in-house trainer."""
import contextlib
import copy
import logging
import time
import warnings

import numpy as np
import tensorflow as tf

DEFAULTS = {
    "model": {"hidden": [32, 32], "dropout": 0.1},
    "train": {"epochs": 5, "batch": 64, "lr": 0.01, "mixup": 0.4, "patience": 2, "clip": 1.0},
    "log": {"level": "INFO", "every": 1},
}
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
log = logging.getLogger(__name__)


def merge(base, *overrides):
    cfg = copy.deepcopy(base)
    for item in overrides:
        key, value = item.split("=")
        node = cfg
        *path, leaf = key.split(".")
        for p in path:
            node = node[p]
        node[leaf] = type(node[leaf])(value)
    return cfg


class TimerMixin:
    def init_timer(self):
        self.timings = {}

    @contextlib.contextmanager
    def section(self, name):
        tic = time.perf_counter()
        yield
        self.timings.setdefault(name, []).append(time.perf_counter() - tic)


class EarlyStopMixin:
    def init_stop(self, patience):
        self.best, self.bad, self.patience = np.inf, 0, patience

    def should_stop(self, value):
        if value < self.best:
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        return self.bad > self.patience


class BaseTrainer(TimerMixin, EarlyStopMixin):
    def __init__(self, cfg):
        self.cfg = cfg
        self.init_timer()
        self.init_stop(cfg["train"]["patience"])
        self.model = self.build_model()
        self.optimizer = tf.keras.optimizers.Adam(cfg["train"]["lr"])
        self.optimizer.build(self.model.trainable_variables)
        self.history = {"loss": [], "val": []}
        self.worst_batch = tf.constant(0.0)
        self.logged_losses = []

    def build_model(self):
        raise NotImplementedError

    def compute_loss(self, batch, training):
        raise NotImplementedError

    @tf.function
    def train_step(self, batch):
        with tf.GradientTape() as tape:
            with self.section("forward"):
                loss = self.compute_loss(batch, training=True)
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, self.cfg["train"]["clip"])
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        if norm > 100.0:
            warnings.warn("exploding gradients")
        self.worst_batch = tf.maximum(self.worst_batch, loss)
        self.after_step(loss)
        return loss

    def after_step(self, loss):
        """Hook for subclasses."""

    def fit(self, train, val):
        for epoch in range(self.cfg["train"]["epochs"]):
            with self.section("epoch"):
                losses = [self.train_step(b).numpy() for b in train]
            self.history["loss"].append(float(np.mean(losses)))
            value = float(np.mean([self.compute_loss(b, training=False) for b in val]))
            self.history["val"].append(value)
            log.info("epoch %d loss %.4f val %.4f", epoch, self.history["loss"][-1], value)
            self.on_epoch_end(epoch)
            if self.should_stop(value):
                break

    def on_epoch_end(self, epoch):
        """Hook for subclasses."""


class TabularTrainer(BaseTrainer):
    def build_model(self):
        inputs = tf.keras.Input((6,))
        x = inputs
        for width in self.cfg["model"]["hidden"]:
            x = tf.keras.layers.Dense(width, activation="relu")(x)
            x = tf.keras.layers.Dropout(self.cfg["model"]["dropout"])(x)
        return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(x))

    def mixup(self, x, y):
        lam = np.random.beta(self.cfg["train"]["mixup"], self.cfg["train"]["mixup"])
        order = tf.random.shuffle(tf.range(tf.shape(x)[0]))
        return lam * x + (1 - lam) * tf.gather(x, order), lam * y + (1 - lam) * tf.gather(y, order)

    def compute_loss(self, batch, training):
        x, y = batch
        assert x.shape[-1] == 6
        if training and self.cfg["train"]["mixup"] > 0:
            x, y = self.mixup(x, y)
        pred = self.model(x, training=training)[:, 0]
        return tf.reduce_mean(tf.square(pred - y))

    def after_step(self, loss):
        try:
            value = float(loss.numpy())
        except AttributeError:
            value = 0.0
        self.logged_losses.append(value)

    def on_epoch_end(self, epoch):
        if epoch == 2:
            self.cfg["train"]["mixup"] = 0.0


def main():
    tf.keras.utils.set_random_seed(0)
    cfg = merge(DEFAULTS, "train.lr=0.02", "train.epochs=5")
    rng = np.random.default_rng(0)
    x = rng.normal(size=(640, 6)).astype("float32")
    y = (np.sin(x[:, 0]) + x[:, 1] * x[:, 2] + 0.1 * rng.normal(size=640)).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(cfg["train"]["batch"], drop_remainder=True)
    trainer = TabularTrainer(cfg)
    trainer.fit(ds.take(8), ds.skip(8))
    print("timings", {k: len(v) for k, v in trainer.timings.items()})
    print("logged", trainer.logged_losses, "worst", trainer.worst_batch)


if __name__ == "__main__":
    main()
