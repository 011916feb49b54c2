import matplotlib.pyplot as plt
from tensorflow import keras


class GradualUnfreeze(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.label_smoothing = max(0.0, 0.2 - 0.05 * epoch)
        print("epoch", epoch, "smoothing", self.model.label_smoothing)


class HistoryPlot(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.acc = []

    def on_epoch_end(self, epoch, logs=None):
        self.acc.append(logs["accuracy"])

    def on_train_end(self, logs=None):
        plt.plot(self.acc)
        plt.savefig("acc.png")
        plt.close()
