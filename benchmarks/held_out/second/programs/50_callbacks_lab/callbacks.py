import csv
import logging
import time

import tensorflow as tf

log = logging.getLogger(__name__)


class CSVTimer(tf.keras.callbacks.Callback):
    def __init__(self, path):
        super().__init__()
        self.path, self.rows, self.t = path, [], None

    def on_epoch_begin(self, epoch, logs=None):
        self.t = time.time()

    def on_train_batch_end(self, batch, logs=None):
        self.rows.append((batch, logs["loss"]))

    def on_epoch_end(self, epoch, logs=None):
        log.info("epoch %d %.2fs", epoch, time.time() - self.t)

    def on_train_end(self, logs=None):
        with open(self.path, "w") as f:
            csv.writer(f).writerows(self.rows)


class Unfreeze(tf.keras.callbacks.Callback):
    def __init__(self, layer, at):
        super().__init__()
        self.layer, self.at = layer, at

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == self.at:
            self.layer.trainable = True


class RateDrop(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.optimizer.learning_rate.assign(self.model.optimizer.learning_rate * 0.5)
        print("lr", float(self.model.optimizer.learning_rate))


class WarmLoss(tf.keras.losses.Loss):
    def __init__(self):
        super().__init__()
        self.weight = 0.0

    def call(self, y, p):
        return self.weight * tf.reduce_mean(tf.square(y - p), -1)


class Warm(tf.keras.callbacks.Callback):
    def __init__(self, loss):
        super().__init__()
        self.loss = loss

    def on_epoch_end(self, epoch, logs=None):
        self.loss.weight = min(1.0, self.loss.weight + 0.5)
