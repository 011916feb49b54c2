import os
import random
import time

import numpy as np
import tensorflow as tf

RATE = 1600
COMMANDS = ["yes", "no", "up", "down"]
AUGMENT_SHIFT = True


def make_clips(n=24):
    return np.random.randn(n, RATE).astype("float32"), np.random.randint(0, 4, n)


def time_shift(wave, label):
    shift = random.randint(-100, 100)
    return tf.roll(wave, shift, axis=0), label


def gain(wave, label):
    g = tf.random.uniform([], 0.8, 1.2)
    return wave * g, label


def background(noises):
    def mix(wave, label):
        noise = random.choice(noises)
        return wave + 0.1 * noise, label
    return mix


def spectrogram(wave, label):
    s = tf.abs(tf.signal.stft(wave, frame_length=128, frame_step=64))
    if AUGMENT_SHIFT:
        s = s[1:]
    return s[..., None], label


counts = {c: 0 for c in COMMANDS}


def count_labels(spec, label):
    counts[COMMANDS[0]] += 1
    return spec, label


def trim(wave, label):
    def _trim(a):
        k = np.argmax(np.abs(a) > 0.01)
        return a[k:k + RATE - 200].astype(np.float32)
    out = tf.numpy_function(_trim, [wave], tf.float32)
    out.set_shape([None])
    out = tf.pad(out, [[0, RATE - tf.shape(out)[0]]])
    out.set_shape([RATE])
    return out, label


def pipeline(waves, labels, training=True):
    noises = [np.random.randn(RATE).astype("float32") for _ in range(3)]
    ds = tf.data.Dataset.from_tensor_slices((waves, labels)).map(trim)
    if training:
        ds = ds.map(time_shift).map(gain).map(background(noises)).shuffle(100)
    return ds.map(spectrogram).map(count_labels).batch(8)
