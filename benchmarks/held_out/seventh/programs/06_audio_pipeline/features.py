import math
import random

import numpy as np
import tensorflow as tf


class AugmentConfig:
    shift_prob = 0.5
    max_shift = 200
    snr_db = (5.0, 20.0)


class WaveAugment:
    """Waveform augmentation for tf.data."""

    def __init__(self, cfg=AugmentConfig):
        self.cfg = cfg
        self.calls = 0
        self.applied = {}

    def __call__(self, wave, label):
        self.calls += 1
        shift = random.randint(-self.cfg.max_shift, self.cfg.max_shift)
        wave = tf.roll(wave, shift, axis=0)
        snr = tf.random.uniform([], *self.cfg.snr_db)
        noise = tf.random.normal(tf.shape(wave))
        gain = tf.pow(10.0, -snr / 20.0) * tf.math.reduce_std(wave)
        self.applied[self.calls] = label
        return wave + gain * noise, label


def mel_like_matrix(bins, bands):
    mat = np.zeros((bins, bands), dtype="float32")
    edges = np.linspace(0, math.sqrt(bins), bands + 2) ** 2
    for b in range(bands):
        lo, hi = int(edges[b]), max(int(edges[b + 2]), int(edges[b]) + 1)
        mat[lo:hi, b] = 1.0 / (hi - lo)
    return mat


class LogSpec(tf.keras.layers.Layer):
    def __init__(self, frame=128, hop=64, bands=16, **kwargs):
        super().__init__(**kwargs)
        self.frame, self.hop, self.bands = frame, hop, bands
        self.mat = tf.constant(mel_like_matrix(frame // 2 + 1, bands))
        self.ref = None

    def call(self, wave):
        spec = tf.abs(tf.signal.stft(wave, self.frame, self.hop))
        mel = tf.matmul(spec, self.mat)
        if self.ref is None:
            self.ref = tf.reduce_max(mel)
        return tf.math.log(mel / self.ref + 1e-6)
