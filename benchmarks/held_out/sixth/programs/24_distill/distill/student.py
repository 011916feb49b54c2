"""Distiller: a Keras model that trains a student against a frozen teacher."""
import keras
import tensorflow as tf
from tqdm import tqdm

from .utils import kd_loss, progress

STEPS_SEEN = 0


class Distiller(keras.Model):
    def __init__(self, student, teacher, temperature=4.0, alpha=0.5, options=()):
        super().__init__()
        self.student, self.teacher = student, teacher
        self.teacher.trainable = False
        self.temperature, self.alpha = temperature, alpha
        self.options = frozenset(options)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.acc = keras.metrics.SparseCategoricalAccuracy(name="acc")
        self.bar = tqdm(disable=False, desc="distill", leave=False)

    @property
    def metrics(self):
        return [self.loss_tracker, self.acc]

    def call(self, x, training=None):
        return self.student(x, training=training)

    def teach(self, x):
        if "predict" in self.options:
            return self.teacher.predict(x, verbose=0)
        return self.teacher(x, training=False)

    def count_step(self):
        global STEPS_SEEN
        STEPS_SEEN += 1

    def train_step(self, data):
        x, y = data
        soft = self.teach(x)
        with tf.GradientTape() as tape:
            logits = self.student(x, training=True)
            hard = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, logits, from_logits=True))
            loss = self.alpha * hard + (1 - self.alpha) * kd_loss(soft, logits, self.temperature)
        if "skip" in self.options and loss > 10.0:
            return {m.name: m.result() for m in self.metrics}
        grads = tape.gradient(loss, self.student.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.student.trainable_variables))
        self.count_step()
        progress(self.bar, loss)
        if "trace" in self.options:
            step = self.optimizer.iterations.numpy()
            tf.print("step", step, "loss", loss)
        self.loss_tracker.update_state(loss)
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        self.acc.update_state(y, self.student(x, training=False))
        return {"acc": self.acc.result()}
