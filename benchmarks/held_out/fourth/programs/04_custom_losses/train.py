"""Tversky / focal losses for binary segmentation of lung scans."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

from losses import focal_tversky, boundary_loss, hard_pixel_loss
from metrics import IoUScore, dice_coef

EPOCHS = 20
X = np.load("scans.npy").astype("float32")
Y = np.load("masks.npy").astype("float32")


def conv_block(x, f):
    x = layers.Conv2D(f, 3, padding="same")(x)
    x = layers.BatchNormalization()(x)
    return layers.Activation("relu")(x)


def unet(size=16):
    inp = layers.Input((size, size, 1))
    c1 = conv_block(inp, 4)
    p1 = layers.MaxPool2D()(c1)
    c2 = conv_block(p1, 8)
    u1 = layers.UpSampling2D()(c2)
    x = conv_block(layers.Concatenate()([u1, c1]), 4)
    return tf.keras.Model(inp, layers.Conv2D(1, 1, activation="sigmoid")(x))


class ShowLoss(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.seen = []

    def on_epoch_end(self, epoch, logs=None):
        self.seen.append(logs["loss"])
        print("epoch", epoch, "lr", float(self.model.optimizer.learning_rate))


for name, fn in [("tversky", focal_tversky), ("boundary", boundary_loss), ("hard", hard_pixel_loss)]:
    model = unet()
    model.compile("adam", loss=fn, metrics=[dice_coef, IoUScore()])
    model.fit(X, Y, epochs=EPOCHS, batch_size=8, verbose=0, callbacks=[ShowLoss()])
    pred = model.predict(X[:4], verbose=0)
    print(name, np.mean(pred > 0.5))
