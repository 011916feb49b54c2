import argparse
import logging
import os

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

EPOCHS = 15
ALPHABET = "abcdefghij "
log = logging.getLogger("asr")


def vocabulary():
    return {c: i for i, c in enumerate(ALPHABET)}


def features(n=16, t=20, f=8):
    return np.random.randn(n, t, f).astype("float32"), np.random.randint(1, len(ALPHABET), (n, 5)).astype("int32")


def spec_augment(spec, label):
    f0 = np.random.randint(0, 6)
    t0 = tf.random.uniform([], 0, 15, dtype=tf.int32)
    keep_f = tf.concat([tf.ones(f0), tf.zeros(2), tf.ones(6 - f0)], 0)
    keep_t = tf.cast(tf.abs(tf.range(20) - t0) > 2, tf.float32)
    print("augmented", spec, "at", f0)
    return spec * keep_f * keep_t[:, None], label


class ASR(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = layers.Conv1D(16, 3, padding="same", activation="relu")
        self.rnn = layers.GRU(16, return_sequences=True)
        self.out = layers.Dense(len(ALPHABET) + 1)
        self.best_loss = np.inf

    def call(self, x, training=False):
        return self.out(self.rnn(self.conv(x)))


model = ASR()
opt = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(spec, label):
    n = tf.shape(spec)[0]
    with tf.GradientTape() as tape:
        logits = model(spec, training=True)
        loss = tf.reduce_mean(tf.nn.ctc_loss(label, logits, tf.fill([n], 5), tf.fill([n], 20), logits_time_major=False, blank_index=-1))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    if tf.math.is_inf(loss):
        tf.print("inf loss")
    log.warning("ctc loss: %s", loss)
    return loss


@tf.function
def frame_at(spec, t):
    try:
        return tf.gather(spec[0], t)
    except tf.errors.InvalidArgumentError:
        return tf.zeros_like(spec[0, 0])


def decode(model, x):
    logits = model(x, training=False)
    paths, _ = tf.nn.ctc_greedy_decoder(tf.transpose(logits, [1, 0, 2]), [20] * len(x))
    dense = tf.sparse.to_dense(paths[0], default_value=0).numpy()
    return ["".join(ALPHABET[i % len(ALPHABET)] for i in row) for row in dense]


if __name__ == "__main__":
    os.makedirs("ckpt", exist_ok=True)
    x, y = features()
    ds = tf.data.Dataset.from_tensor_slices((x, y)).map(spec_augment).batch(8)
    for epoch in range(EPOCHS):
        losses = [float(train_step(a, b)) for a, b in ds]
        if np.mean(losses) < model.best_loss:
            model.best_loss = np.mean(losses)
    print(decode(model, x[:2]), frame_at(x[:1], 3).shape)
