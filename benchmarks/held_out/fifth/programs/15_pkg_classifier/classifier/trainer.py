import time

import numpy as np
import tensorflow as tf

from . import models


class Callback:
    def on_epoch(self, trainer, epoch, loss):
        raise NotImplementedError


class Printer(Callback):
    def on_epoch(self, trainer, epoch, loss):
        print(f"[{epoch}] {loss:.4f} step={trainer.global_step}")


class Trainer:
    def __init__(self, cfg, model, callbacks=()):
        self.cfg = cfg
        self.model = model
        self.callbacks = list(callbacks)
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.opt.build(model.trainable_variables)
        self.global_step = 0
        self.tf_step = tf.Variable(0, dtype=tf.int64)
        self.train_fn = tf.function(self._step)

    def _loss(self, y, logits):
        onehot = tf.one_hot(y, self.cfg.classes)
        s = self.cfg.label_smoothing
        onehot = onehot * (1.0 - s) + s / self.cfg.classes
        return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(onehot, logits))

    def _step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self._loss(y, self.model(x, training=True))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        self.tf_step.assign_add(1)
        return loss

    def fit(self, ds):
        for epoch in range(self.cfg.epochs):
            start = time.monotonic()
            losses = []
            for x, y in ds:
                losses.append(self.train_fn(x, y))
                self.global_step += 1
            for cb in self.callbacks:
                cb.on_epoch(self, epoch, np.mean([l.numpy() for l in losses]))
            if epoch == 1:
                self.cfg.update(label_smoothing=0.2)
        return time.monotonic() - start
