import tensorflow as tf

from config import Config
from data import make_dataset
from losses import GridLoss


def build(cfg):
    inp = tf.keras.Input((cfg.grid * 4, cfg.grid * 4, 3))
    h = tf.keras.layers.Conv2D(8, 3, 2, padding="same", activation="relu")(inp)
    h = tf.keras.layers.Conv2D(16, 3, 2, padding="same", activation="relu")(h)
    return tf.keras.Model(inp, tf.keras.layers.Conv2D(5 + cfg.classes, 1)(h))


class EpochPrinter(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.seen = 0

    def on_train_batch_end(self, batch, logs=None):
        self.seen += 1

    def on_epoch_end(self, epoch, logs=None):
        print("epoch", epoch, "batches", self.seen, "loss", logs["loss"])


def main():
    cfg = Config()
    ds = make_dataset(cfg)
    model = build(cfg)
    loss = GridLoss(cfg)
    model.compile(optimizer="adam", loss=loss)
    model.fit(ds, epochs=cfg.epochs, verbose=0, callbacks=[EpochPrinter()])


if __name__ == "__main__":
    main()
