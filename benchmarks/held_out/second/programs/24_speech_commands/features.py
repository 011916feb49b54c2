import tensorflow as tf
from functools import partial

RATE = 160


def spectrogram(wave, frame=32, step=16, log=True):
    s = tf.abs(tf.signal.stft(wave, frame, step))
    if log:
        s = tf.math.log(s + 1e-6)
    tf.math.reduce_std(s)
    return s[..., tf.newaxis]


def random_shift(wave, label):
    shift = tf.random.uniform([], -8, 8, tf.int32)
    return tf.roll(wave, shift, 0), label


def check(wave, label):
    tf.debugging.assert_less_equal(tf.abs(wave), 1.0)
    return wave, label


def to_features(cfg):
    fn = partial(spectrogram, frame=cfg["frame"], log=cfg["log"])

    def inner(wave, label):
        try:
            feat = fn(wave)
            feat = feat[:, :cfg["bins"]]
        except tf.errors.InvalidArgumentError:
            feat = tf.zeros((9, cfg["bins"], 1))
        cfg["seen"] = cfg.get("seen", 0) + 1
        return feat, label
    return inner
