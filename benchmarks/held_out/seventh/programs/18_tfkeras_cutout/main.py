"""Small image classifier, legacy Keras (tf_keras)."""
import os

os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")

import numpy as np
import tensorflow as tf
import tf_keras as keras
from tf_keras import backend as K
from tf_keras import layers

SIDE, CLASSES = 16, 4


def quadrant_images(n, rng):
    labels = rng.integers(0, CLASSES, n)
    x = 0.3 * rng.random((n, SIDE, SIDE, 1))
    for i, k in enumerate(labels):
        r, c = divmod(int(k), 2)
        x[i, r * 8:r * 8 + 8, c * 8:c * 8 + 8] += 0.3
    return x.astype("float32"), labels


class Cutout(layers.Layer):
    def __init__(self, size=6, **kwargs):
        super().__init__(**kwargs)
        self.size = size

    def call(self, x, training=None):
        if not training:
            return x
        top, left = np.random.randint(0, SIDE - self.size, 2)
        mask = np.ones((1, SIDE, SIDE, 1), "float32")
        mask[:, top:top + self.size, left:left + self.size] = 0.0
        return x * mask

    def get_config(self):
        return {**super().get_config(), "size": self.size}


class RunningCenter(layers.Layer):
    """Subtracts a running mean of the input."""

    def build(self, shape):
        self.center = self.add_weight(name="center", shape=(shape[-1],), trainable=False, initializer="zeros")

    def call(self, x, training=None):
        if training:
            mean = tf.reduce_mean(x, axis=[0, 1, 2])
            self.center.assign(0.9 * self.center + 0.1 * mean)
        return x - self.center


class Classifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.cut, self.center = Cutout(), RunningCenter()
        self.backbone = keras.Sequential([
            layers.Conv2D(8, 3, activation="relu"), layers.MaxPool2D(), layers.Flatten()])
        self.head = layers.Dense(CLASSES)
        self.label_smoothing = 0.3
        self.stats = {"batches": 0}

    def call(self, x, training=None):
        x = self.center(self.cut(x, training=training), training=training)
        return self.head(self.backbone(x, training=training))

    def train_step(self, data):
        x, y = data
        self.stats["batches"] += 1
        onehot = tf.one_hot(y, CLASSES)
        target = onehot * (1 - self.label_smoothing) + self.label_smoothing / CLASSES
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(target, logits))
        variables = self.trainable_variables
        self.optimizer.minimize(loss, variables, tape=tape)
        self.compiled_metrics.update_state(y, logits)
        return {"loss": loss, **{m.name: m.result() for m in self.metrics}}


class Tuning(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 2:
            K.set_value(self.model.optimizer.learning_rate, 5e-4)

    def on_epoch_end(self, epoch, logs=None):
        self.model.label_smoothing *= 0.5
        lr = float(K.get_value(self.model.optimizer.learning_rate))
        print(f"epoch {epoch} loss {logs['loss']:.3f} smoothing {self.model.label_smoothing:.3f} lr {lr:g}")


def debug_fit(x, y):
    """Same model, run eagerly."""
    model = keras.Sequential([layers.Flatten(), layers.Dense(CLASSES)])
    seen = []

    def loss(y_true, y_pred):
        value = keras.losses.sparse_categorical_crossentropy(y_true, y_pred, from_logits=True)
        seen.append(float(tf.reduce_mean(value)))
        return value

    model.compile("sgd", loss, run_eagerly=True)
    model.fit(x, y, batch_size=32, epochs=1, verbose=0)
    return seen


def main():
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    x, y = quadrant_images(320, rng)
    print("eager losses", len(debug_fit(x, y)))
    model = Classifier()
    model.compile(keras.optimizers.Adam(2e-3), metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
    model.fit(x, y, batch_size=32, epochs=3, verbose=0, callbacks=[Tuning()])
    before = model.backbone.get_weights()[0].copy()
    model.backbone.trainable = False
    model.fit(x, y, batch_size=32, epochs=1, verbose=0)
    print("frozen backbone moved by", float(np.abs(model.backbone.get_weights()[0] - before).max()))
    print("stats", model.stats)
    votes = []
    for img in x[:10]:
        logits = model.predict(img[None], verbose=0)
        votes.append(int(logits.argmax()))
    print("votes", votes, "labels", list(map(int, y[:10])))


if __name__ == "__main__":
    main()
