import logging
import time

import numpy as np
import tensorflow as tf

log = logging.getLogger("kws.features")


class SpectrogramFrontend:
    """waveform -> log-mel, used from inside tf.data."""

    def __init__(self, cfg, seed=7):
        self.cfg = cfg
        self.rng = np.random.default_rng(seed)
        self.mel = tf.signal.linear_to_mel_weight_matrix(
            cfg.n_mels, cfg.frame_length // 2 + 1, cfg.sample_rate, 20.0, cfg.sample_rate / 2.0)
        self.seen = 0
        log.info("mel matrix %s", self.mel.shape)

    def add_noise(self, wave):
        # background hiss with a random loudness per clip
        gain = self.rng.uniform(0.0, self.cfg.noise_level)
        return wave + gain * tf.random.normal(tf.shape(wave))

    def time_shift(self, wave):
        shift = tf.random.uniform([], -200, 200, dtype=tf.int32)
        return tf.roll(wave, shift, axis=0)

    def log_mel(self, wave):
        stft = tf.signal.stft(wave, self.cfg.frame_length, self.cfg.frame_step)
        self.seen += 1
        mel = tf.matmul(tf.abs(stft), self.mel)
        return tf.math.log(mel + 1e-6)

    def __call__(self, wave, label):
        wave = self.time_shift(self.add_noise(wave))
        return self.log_mel(wave), label


def synth_clip(rng, label, n=2000, sr=4000):
    t = np.arange(n) / sr
    f = 220.0 * (label + 1) * rng.uniform(0.97, 1.03)
    return (np.sin(2 * np.pi * f * t) + 0.1 * rng.standard_normal(n)).astype("float32")


def synth_set(n, n_classes, seed=0):
    rng = np.random.default_rng(seed)
    t0 = time.perf_counter()
    labels = rng.integers(0, n_classes, n)
    waves = np.stack([synth_clip(rng, int(c)) for c in labels])
    log.info("made %d clips in %.2fs", n, time.perf_counter() - t0)
    return waves, labels.astype("int32")


def make_dataset(waves, labels, frontend, batch_size, training):
    ds = tf.data.Dataset.from_tensor_slices((waves, labels))
    if training:
        ds = ds.shuffle(len(waves), seed=1)
        ds = ds.map(frontend, num_parallel_calls=2)
    else:
        ds = ds.map(lambda w, y: (frontend.log_mel(w), y))
    return ds.batch(batch_size, drop_remainder=True).prefetch(1)
