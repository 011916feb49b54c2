"""Objective functions, chosen by name."""
import random

import tensorflow as tf


def _bce(target, logits):
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=logits))


def soft_label():
    return random.uniform(0.8, 1.0)


def vanilla(real, fake):
    d = _bce(tf.ones_like(real) * soft_label(), real) + _bce(tf.zeros_like(fake), fake)
    return d, _bce(tf.ones_like(fake), fake)


def hinge(real, fake):
    d = tf.reduce_mean(tf.nn.relu(1.0 - real)) + tf.reduce_mean(tf.nn.relu(1.0 + fake))
    return d, -tf.reduce_mean(fake)


def wasserstein(real, fake):
    d = tf.reduce_mean(fake) - tf.reduce_mean(real)
    return d, -tf.reduce_mean(fake)


OBJECTIVES = {"vanilla": vanilla, "hinge": hinge, "wgan": wasserstein}
