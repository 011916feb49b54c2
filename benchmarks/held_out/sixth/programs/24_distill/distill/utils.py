import json

import keras
import tensorflow as tf


def kd_loss(teacher_logits, student_logits, t):
    p = tf.nn.softmax(teacher_logits / t)
    logq = tf.nn.log_softmax(student_logits / t)
    return -tf.reduce_mean(tf.reduce_sum(p * logq, axis=-1)) * t ** 2


def progress(bar, loss):
    bar.update(1)
    bar.set_postfix_str("training")


class CoolDown(keras.callbacks.Callback):
    def __init__(self, factor=0.5, floor=1.0):
        super().__init__()
        self.factor, self.floor, self.log = factor, floor, []

    def on_epoch_end(self, epoch, logs=None):
        self.model.temperature = max(self.floor, self.model.temperature * self.factor)
        self.log.append(self.model.temperature)
        print(f"epoch {epoch}: loss {logs['loss']:.3f} T -> {self.model.temperature}")


class JsonLog(keras.callbacks.Callback):
    def __init__(self, path):
        super().__init__()
        self.path = path

    def on_epoch_end(self, epoch, logs=None):
        with open(self.path, "a") as fh:
            fh.write(json.dumps({"epoch": epoch, "it": int(self.model.optimizer.iterations.numpy())}) + "\n")


class Lottery:
    """random student width for the architecture search, drawn in eager code"""

    def __init__(self, rng):
        self.rng = rng

    def width(self):
        return int(self.rng.choice([8, 12, 16]))
