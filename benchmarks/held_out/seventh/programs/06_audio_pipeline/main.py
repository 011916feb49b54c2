"""Tone classification with an on-the-fly audio pipeline."""
import collections
import logging
import os

import numpy as np
import tensorflow as tf

from features import LogSpec, WaveAugment, mel_like_matrix

logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
log = logging.getLogger("audio")
RATE, LENGTH, CLASSES = 4000, 2048, 4
decode_stats = collections.Counter()
skipped = []


def synth(label, rng):
    t = np.arange(LENGTH) / RATE
    f = 200 * (label + 1) * rng.uniform(0.97, 1.03)
    return np.sin(2 * np.pi * f * t + rng.uniform(0, 6)).astype("float32")


def clip_generator(n, seed):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        label = int(rng.integers(CLASSES))
        decode_stats[label] += 1
        yield synth(label, rng), label


def clip_peak(wave):
    decode_stats["peak"] += 1
    return np.float32(np.abs(wave).max())


def normalise(wave, label):
    peak = tf.numpy_function(clip_peak, [wave], tf.float32)
    peak.set_shape([])
    log.info("normalising clip of %s samples", wave.shape)
    if peak < 1e-3:
        wave = tf.zeros_like(wave)
        skipped.append(label)
    return wave / (peak + 1e-6), label


def build_dataset(n, seed, training):
    ds = tf.data.Dataset.from_generator(
        lambda: clip_generator(n, seed),
        output_signature=(tf.TensorSpec((LENGTH,), tf.float32), tf.TensorSpec((), tf.int32)),
    )
    ds = ds.map(normalise, num_parallel_calls=2).cache()
    augment = WaveAugment()
    if training:
        ds = ds.map(augment).shuffle(64)
    return ds.batch(20), augment


def build_model():
    inputs = tf.keras.Input((LENGTH,))
    x = LogSpec(name="logspec")(inputs)
    x = tf.keras.layers.Conv1D(16, 3, activation="relu")(x)
    x = tf.keras.layers.GlobalAveragePooling1D()(x)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(CLASSES)(x))


class Head(tf.keras.Model):
    """Trains on precomputed spectra."""

    def __init__(self):
        super().__init__()
        self.pool = tf.keras.layers.GlobalAveragePooling1D()
        self.fc = tf.keras.layers.Dense(CLASSES)
        self.confusions = np.zeros((CLASSES, CLASSES), int)

    def call(self, x):
        return self.fc(self.pool(x))

    def test_step(self, data):
        x, y = data
        logits = self(x, training=False)
        loss = self.compute_loss(x, y, logits)
        pred = tf.argmax(logits, -1)
        tf.py_function(self._count, [y, pred], [])
        for m in self.metrics:
            m.update_state(loss) if m.name == "loss" else m.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def _count(self, y, pred):
        np.add.at(self.confusions, (y.numpy(), pred.numpy()), 1)


def main():
    tf.keras.utils.set_random_seed(0)
    train, augment = build_dataset(200, 1, True)
    test, _ = build_dataset(60, 2, False)
    try:
        probe = build_model()
        probe(tf.zeros((1, LENGTH)))
    except Exception as err:
        log.info("in-model features failed (%s), using precomputed", type(err).__name__)
    mat = tf.constant(mel_like_matrix(65, 16))

    def spec(wave, label):
        mag = tf.abs(tf.signal.stft(wave, 128, 64))
        return tf.math.log(tf.matmul(mag, mat) + 1e-4), label

    model = Head()
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(tf.keras.optimizers.Adam(0.03), loss, jit_compile=False)
    hist = model.fit(train.map(spec), epochs=4, verbose=0)
    model.evaluate(test.map(spec), verbose=0)
    print("loss", [round(v, 3) for v in hist.history["loss"]])
    print("augment calls", augment.calls, "kept shifts", len(augment.applied), "skipped", len(skipped))
    print("stats", dict(decode_stats))
    print(model.confusions)


if __name__ == "__main__":
    main()
