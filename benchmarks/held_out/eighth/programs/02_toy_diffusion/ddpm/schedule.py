import numpy as np
import tensorflow as tf


class NoiseSchedule:
    """Linear betas."""

    def __init__(self, steps, beta_min, beta_max):
        self.steps = steps
        betas = np.linspace(beta_min, beta_max, steps).astype("float32")
        self.betas = tf.constant(betas)
        self.alpha_bar = tf.math.cumprod(1.0 - self.betas)

    def sample_steps(self, n):
        t = tf.random.uniform([n], 0.0, float(self.steps))
        return tf.cast(t, tf.uint8)

    def noisy(self, x, t, noise):
        a = tf.gather(self.alpha_bar, tf.cast(t, tf.int32))[:, None]
        return tf.sqrt(a) * x + tf.sqrt(1.0 - a) * noise
