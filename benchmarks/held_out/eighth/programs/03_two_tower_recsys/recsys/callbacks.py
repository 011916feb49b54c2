import time

import keras

from .plugins import plugin


@plugin("callback", "temperature")
class TemperatureCallback(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.pair_loss.temperature *= 0.5


@plugin("callback", "unfreeze")
class UnfreezeItems(keras.callbacks.Callback):
    """Items stay frozen in the first epoch."""

    def on_train_begin(self, logs=None):
        self.model.item_tower.trainable = False

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 1:
            self.model.item_tower.trainable = True


@plugin("callback", "timing")
class Timing(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.start = time.time()

    def on_epoch_end(self, epoch, logs=None):
        print("epoch took", round(time.time() - self.start, 2))
