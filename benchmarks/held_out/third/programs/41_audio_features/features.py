"""Loudness and onset features for short clips."""
import math
import struct
import wave

import numpy as np
import tensorflow as tf

RATE = 1000
FLOOR_DB = 20 * math.log10(1e-3)


def tone(freq, seconds=0.5):
    t = np.arange(int(RATE * seconds)) / RATE
    return np.sin(2 * math.pi * freq * t).astype("float32")


def write_wav(path, samples):
    with wave.open(path, "wb") as w:
        w.setparams((1, 2, RATE, 0, "NONE", ""))
        w.writeframes(struct.pack(f"<{len(samples)}h", *(samples * 32767).astype(int)))


@tf.function
def loudness(clip):
    rms = tf.sqrt(tf.reduce_mean(tf.square(clip)) + 1e-9)
    return max(20.0 * math.log10(rms), FLOOR_DB)


@tf.function
def loudness_ok(clip):
    rms = tf.sqrt(tf.reduce_mean(tf.square(clip)) + 1e-9)
    db = 20.0 * tf.math.log(rms) / math.log(10.0)
    return tf.maximum(db, FLOOR_DB)


@tf.function
def frames(clip, size=50):
    n = clip.shape[0] // size
    return tf.reshape(clip[: n * size], (n, size))


@tf.function
def onsets(energies, known):
    peaks = []
    for e in tf.unstack(energies):
        if e in known:
            continue
        peaks.append(e)
    return tf.stack(peaks)


@tf.function
def zero_crossings(clip):
    signs = np.sign(clip)
    return tf.reduce_sum(tf.abs(signs[1:] - signs[:-1])) / 2


def main():
    clips = [tf.constant(tone(f)) for f in (50, 110, 200)]
    for clip in clips:
        e = tf.reduce_mean(tf.square(frames(clip)), axis=1)
        print(f"{float(loudness_ok(clip)):.1f} dB, {len(e)} frames")
    for fn, args in ((loudness, (clips[0],)), (onsets, (e, [e[0]])), (zero_crossings, (clips[0],))):
        try:
            print(fn(*args))
        except Exception as exc:
            print("failed:", type(exc).__name__)


if __name__ == "__main__":
    main()
