import csv
import datetime
import io
import math

import numpy as np
import tensorflow as tf
from tensorflow import keras


class WarmupCosine(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, warmup, total):
        self.base, self.warmup, self.total = base, warmup, total
        self.seen = []

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        warm = self.base * step / self.warmup
        cos = self.base * 0.5 * (1 + tf.cos(math.pi * (step - self.warmup) / self.total))
        self.seen.append(step)
        return tf.where(step < self.warmup, warm, cos)

    def get_config(self):
        return {"base": self.base, "warmup": self.warmup, "total": self.total}


class HalvingLR(keras.callbacks.Callback):
    def __init__(self, every):
        super().__init__()
        self.every = every

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every == 0:
            lr = float(self.model.optimizer.learning_rate)
            self.model.optimizer.learning_rate = lr / 2
            print("lr ->", lr / 2)


class KLAnnealing(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.kl_weight = 0.1 * epoch
        self.model.kl_var.assign(0.1 * epoch)


class PredictionProbe(keras.callbacks.Callback):
    def __init__(self, samples):
        super().__init__()
        self.samples = samples
        self.rows = []

    def on_epoch_end(self, epoch, logs=None):
        for s in self.samples:
            y = self.model.predict(s[None, :], verbose=0)
            self.rows.append((epoch, float(y[0, 0])))


class CSVBuffer(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.buf = io.StringIO()
        self.writer = csv.writer(self.buf)

    def on_epoch_end(self, epoch, logs=None):
        self.writer.writerow([epoch, datetime.datetime.now().isoformat(), logs["loss"]])


class BayesNet(keras.Model):
    def __init__(self):
        super().__init__()
        self.mu = keras.layers.Dense(1)
        self.kl_weight = 0.0
        self.kl_var = keras.Variable(0.0, trainable=False, dtype="float32")
        self.tracker = keras.metrics.Mean("loss")

    def call(self, x):
        return self.mu(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            mse = tf.reduce_mean((self(x) - y) ** 2)
            reg = tf.add_n([tf.reduce_sum(v ** 2) for v in self.mu.trainable_weights])
            loss = mse + self.kl_weight * reg
            loss += 0.0 * self.kl_var * reg
        grads = tape.gradient(loss, self.mu.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.mu.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result(), "reg": reg}

    @property
    def metrics(self):
        return [self.tracker]


def run(model, opt, x, y, callbacks, epochs=3):
    model.compile(optimizer=opt)
    return model.fit(x, y, batch_size=16, epochs=epochs, verbose=0, callbacks=callbacks)


def main():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 3)).astype("float32")
    y = x.sum(1, keepdims=True)
    sched = WarmupCosine(0.1, 4, 12)
    probe = PredictionProbe(x[:4])
    h = run(BayesNet(), keras.optimizers.SGD(sched), x, y, [KLAnnealing(), probe, CSVBuffer()])
    print("loss", np.round(h.history["loss"], 3), "reg", np.round(h.history["reg"], 2))
    print("schedule calls", len(sched.seen), "rows", len(probe.rows))
    h2 = run(BayesNet(), keras.optimizers.SGD(0.1), x, y, [HalvingLR(2)])
    print(min(h2.history["loss"]))


if __name__ == "__main__":
    main()
