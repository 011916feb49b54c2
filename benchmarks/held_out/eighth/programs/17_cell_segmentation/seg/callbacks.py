import keras
import numpy as np


class DiceRamp(keras.callbacks.Callback):
    def __init__(self, settings):
        super().__init__()
        self.step = 1.0 / settings["epochs"]

    def on_epoch_end(self, epoch, logs=None):
        self.model.dice_weight = self.model.dice_weight + self.step


class FreezeStem(keras.callbacks.Callback):
    def __init__(self, settings):
        super().__init__()

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 1:
            self.model.net.get_layer("down0").trainable = False


class Preview(keras.callbacks.Callback):
    def __init__(self, settings):
        super().__init__()
        self.images = np.zeros((2, settings["size"], settings["size"], 1), "float32")
        self.seen = []

    def on_train_batch_end(self, batch, logs=None):
        self.seen.append(logs["loss"])

    def on_epoch_end(self, epoch, logs=None):
        print("preview", epoch, self.model.save_preview(self.images), "batches", len(self.seen))


CALLBACKS = {"dice_ramp": DiceRamp, "freeze_stem": FreezeStem, "preview": Preview}
