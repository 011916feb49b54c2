import random

import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops


class SAMModel(keras.Model):
    """Sharpness-aware minimisation with a custom train_step."""

    def __init__(self, base, rho=0.05, warmup=4, **kw):
        super().__init__(**kw)
        self.base = base
        self.rho = rho
        self.warmup = warmup
        self.batches_seen = 0
        self.grad_norms = []
        self.loss_tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x, training=False):
        return self.base(x, training=training)

    def train_step(self, data):
        x, y = data
        self.batches_seen += 1
        with tf.GradientTape() as tape:
            loss = self.compute_loss(y=y, y_pred=self(x, training=True))
        variables = self.trainable_variables
        grads = tape.gradient(loss, variables)
        norm = tf.linalg.global_norm(grads)
        self.grad_norms.append(norm)
        if self.batches_seen > self.warmup:
            eps = [g * self.rho / (norm + 1e-12) for g in grads]
            for v, e in zip(variables, eps):
                v.assign_add(e)
            with tf.GradientTape() as tape:
                loss = self.compute_loss(y=y, y_pred=self(x, training=True))
            grads = tape.gradient(loss, variables)
            for v, e in zip(variables, eps):
                v.assign_sub(e)
        self.optimizer.apply_gradients(zip(grads, variables))
        self.loss_tracker.update_state(loss)
        print("loss:", loss)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        loss = self.compute_loss(y=y, y_pred=self(x, training=False))
        tf.print("val batch", loss, output_stream="file:///dev/null")
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


class Mixup(layers.Layer):
    def __init__(self, alpha=0.2):
        super().__init__()
        self.alpha = alpha
        self.rng = np.random.default_rng(0)

    def call(self, x, training=False):
        if not training:
            return x
        lam = random.betavariate(self.alpha, self.alpha)
        return lam * x + (1 - lam) * ops.flip(x, axis=0)


class GaussianJitter(layers.Layer):
    def __init__(self, std):
        super().__init__()
        self.std = std
        self.seed_generator = keras.random.SeedGenerator(1)

    def call(self, x, training=False):
        if training:
            x = x + self.std * keras.random.normal(ops.shape(x), seed=self.seed_generator)
        return x


class ClipGate(layers.Layer):
    def build(self, input_shape):
        self.scale = self.add_weight(shape=(input_shape[-1],), initializer="ones")

    def call(self, x):
        if ops.max(ops.abs(x)) > 5.0:
            x = ops.clip(x, -5.0, 5.0)
        return x * self.scale
