import numpy as np
import tensorflow as tf

from .registry import AUGMENTS


class Augment:
    """Base: applied by the dataset in ``map``."""

    def __call__(self, wave, label):
        return self.transform(wave), label

    def transform(self, wave):
        raise NotImplementedError


@AUGMENTS.register("shift")
class RandomShift(Augment):
    def __init__(self, max_shift=200):
        self.max_shift = max_shift

    def transform(self, wave):
        shift = np.random.randint(-self.max_shift, self.max_shift)
        return tf.roll(wave, shift, axis=0)


@AUGMENTS.register("gain")
class RandomGain(Augment):
    def __init__(self, low=0.7, high=1.3):
        self.low, self.high = low, high

    def transform(self, wave):
        gain = tf.random.uniform([], self.low, self.high)
        if gain > 1.0:
            wave = tf.clip_by_value(wave * gain, -1.0, 1.0)
        else:
            wave = wave * gain
        return wave


@AUGMENTS.register("chain")
class Chain(Augment):
    def __init__(self, parts=()):
        self.parts = list(parts)

    def transform(self, wave):
        for part in self.parts:
            wave = part.transform(wave)
        return wave
