import keras
import tensorflow as tf

from mixins import CheckpointMixin, ClipMixin


class Autoencoder(CheckpointMixin, ClipMixin, keras.Model):
    def __init__(self, width):
        super().__init__()
        self.enc = keras.layers.Dense(width, activation="relu")
        self.dec = keras.layers.Dense(6)
        self.tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, x):
        return self.dec(self.enc(x))

    def train_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - x))
        grads = self.clipped(tape.gradient(loss, self.trainable_variables))
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.tracker.update_state(loss)
        self.dump(loss)
        return {m.name: m.result() for m in self.metrics}


class VerboseAutoencoder(Autoencoder):
    def train_step(self, data):
        logs = super().train_step(data)
        if self.optimizer.iterations.numpy() % 10 == 0:
            tf.print("step", self.optimizer.iterations)
        return logs


class History(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        self.params.setdefault("losses", []).append(logs["loss"])
