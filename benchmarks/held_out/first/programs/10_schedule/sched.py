import math

import tensorflow as tf


@tf.keras.utils.register_keras_serializable("demo")
class WarmupCosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, warmup, total):
        self.base, self.warmup, self.total = base, warmup, total

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        if step < self.warmup:
            return self.base * step / self.warmup
        frac = (step - self.warmup) / (self.total - self.warmup)
        return 0.5 * self.base * (1 + tf.cos(math.pi * frac))

    def get_config(self):
        return dict(base=self.base, warmup=self.warmup, total=self.total)


@tf.keras.utils.register_keras_serializable("demo")
class WarmupWhere(WarmupCosine):
    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        if self.warmup == 0:
            return tf.constant(self.base)
        return tf.where(step < self.warmup, self.base * step / self.warmup, self.base)


def epoch_schedule(epoch, lr):
    if epoch < 2:
        return lr
    return lr * math.exp(-0.1)


def fit(schedule):
    m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    m.compile(tf.keras.optimizers.SGD(schedule), "mse")
    cbs = [] if not isinstance(schedule, float) else [tf.keras.callbacks.LearningRateScheduler(epoch_schedule)]
    m.fit(tf.ones([8, 2]), tf.ones([8, 1]), epochs=3, verbose=0, callbacks=cbs)
    return m


if __name__ == "__main__":
    fit(0.1)
    fit(WarmupWhere(0.1, 5, 100))
    fit(WarmupCosine(0.1, 5, 100))
