import numpy as np
import tensorflow as tf


def cosine_betas(steps, s=0.008):
    x = np.linspace(0, steps, steps + 1)
    a = np.cos((x / steps + s) / (1 + s) * np.pi / 2) ** 2
    a = a / a[0]
    return np.clip(1 - a[1:] / a[:-1], 1e-4, 0.999)


class NoiseSchedule(tf.Module):
    def __init__(self, steps, kind="cosine"):
        super().__init__()
        self.steps = steps
        if kind == "cosine":
            betas = cosine_betas(steps)
        elif kind == "linear":
            betas = np.linspace(1e-4, 0.02, steps)
        else:
            raise ValueError(f"unknown schedule {kind}")
        alphas = 1.0 - betas
        self.betas = tf.constant(betas, tf.float32)
        self.alphas = tf.constant(alphas, tf.float32)
        self.alpha_bar = tf.constant(np.cumprod(alphas), tf.float32)

    def q_sample(self, x0, t, noise):
        ab = tf.gather(self.alpha_bar, t)[:, None]
        return tf.sqrt(ab) * x0 + tf.sqrt(1.0 - ab) * noise
