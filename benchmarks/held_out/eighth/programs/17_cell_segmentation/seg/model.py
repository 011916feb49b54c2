import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers


def unet(settings):
    inp = keras.Input((settings["size"], settings["size"], 1))
    skips, x = [], inp
    for i, f in enumerate(settings["filters"]):
        x = layers.Conv2D(f, 3, padding="same", activation="relu", name=f"down{i}")(x)
        skips.append(x)
        x = layers.MaxPool2D()(x)
    for f, skip in zip(reversed(settings["filters"]), reversed(skips)):
        x = layers.UpSampling2D()(x)
        x = layers.Concatenate()([x, skip])
        x = layers.Conv2D(f, 3, padding="same", activation="relu")(x)
    return keras.Model(inp, layers.Conv2D(1, 1)(x))


class SegModel(keras.Model):
    def __init__(self, net, settings, out_dir):
        super().__init__()
        self.net = net
        self.settings = settings
        self.out_dir = out_dir
        self.dice_weight = settings["dice_weight"]
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.area_mean = keras.metrics.Mean(name="area")
        self.dice_mean = keras.metrics.Mean(name="dice")
        self.hard_batches = 0

    @property
    def metrics(self):
        return [self.loss_mean, self.dice_mean, self.area_mean]

    def files(self):
        return sorted(os.listdir(self.out_dir))

    def call(self, x, training=False):
        return self.net(x, training=training)

    def losses_for(self, y, logits):
        bce = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
        p = tf.sigmoid(logits)
        dice = 1.0 - (2.0 * tf.reduce_sum(p * y) + 1.0) / (tf.reduce_sum(p + y) + 1.0)
        return bce, dice

    def edge_length(self, p):
        return np.float32(np.abs(np.diff(p, axis=1)).mean() + np.abs(np.diff(p, axis=2)).mean())

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            bce, dice = self.losses_for(y, logits)
            edge = tf.numpy_function(self.edge_length, [tf.sigmoid(logits)], tf.float32)
            edge.set_shape([])
            loss = bce + self.dice_weight * dice + 0.01 * edge
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        try:
            if loss > self.settings["hard_loss"]:
                self.hard_batches += 1
        except tf.errors.OperatorNotAllowedInGraphError:
            self.hard_batches = -1
        self.loss_mean.update_state(loss)
        self.dice_mean.update_state(1.0 - dice)
        self.area_mean.update_state(tf.reduce_sum(y) / (y.shape[0] or 1))
        with open(os.path.join(self.out_dir, "steps.csv"), "a") as handle:
            handle.write(f"{self.optimizer.iterations},{loss}\n")
        return {m.name: m.result() for m in self.metrics}

    def save_preview(self, images):
        masks = tf.sigmoid(self(images)).numpy() > 0.5
        np.save(os.path.join(self.out_dir, "preview.npy"), masks)
        return float(masks.mean())
