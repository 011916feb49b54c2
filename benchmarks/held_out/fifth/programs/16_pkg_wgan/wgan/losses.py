import numpy as np
import tensorflow as tf

penalties = []


def gradient_penalty(critic, real, fake, weight):
    alpha = np.random.uniform(0.0, 1.0, size=(real.shape[0], 1)).astype("float32")
    mixed = alpha * real + (1.0 - alpha) * fake
    with tf.GradientTape() as tape:
        tape.watch(mixed)
        out = critic(mixed, training=True)
    g = tape.gradient(out, mixed)
    gp = tf.reduce_mean((tf.norm(g, axis=1) - 1.0) ** 2)
    penalties.append(gp)
    return weight * gp


def critic_loss(real_out, fake_out):
    return tf.reduce_mean(fake_out) - tf.reduce_mean(real_out)


def generator_loss(fake_out):
    return -tf.reduce_mean(fake_out)


LOSSES = {"critic": critic_loss, "generator": generator_loss}
