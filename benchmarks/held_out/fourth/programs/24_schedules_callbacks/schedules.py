import math

import tensorflow as tf
from tensorflow import keras


class WarmUp(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup):
        self.peak, self.warmup = peak, warmup

    def __call__(self, step):
        if step < self.warmup:
            return self.peak * tf.cast(step, tf.float32) / self.warmup
        return self.peak


class CosineRestart(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, period):
        self.peak, self.period = peak, period

    def __call__(self, step):
        frac = tf.cast(step % self.period, tf.float32) / self.period
        return self.peak * 0.5 * (1.0 + tf.cos(math.pi * frac))
