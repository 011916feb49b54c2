import math

import tensorflow as tf


class WarmupCosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        self.peak = peak
        self.warmup = warmup
        self.total = total
        self.trace = []

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        lin = self.peak * step / self.warmup
        cos = 0.5 * self.peak * (1.0 + tf.cos(math.pi * step / self.total))
        lr = tf.where(step < self.warmup, lin, cos)
        self.trace.append(lr)
        return lr


class StepDecay(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, lr, every):
        self.lr = lr
        self.every = every

    def __call__(self, step):
        if step > self.every:
            return self.lr * 0.1
        return tf.constant(self.lr)


def check(schedule):
    """plot without a graph"""
    return [float(schedule(tf.constant(i))) for i in range(5)]
