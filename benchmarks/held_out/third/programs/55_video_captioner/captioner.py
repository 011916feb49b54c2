import numpy as np
import tensorflow as tf


class Memory:
    """Rolling window of frame features."""

    def __init__(self, size=None):
        self.size = size
        self.frames = []

    def push(self, frame):
        self.frames.append(frame)
        if self.size:
            self.frames = self.frames[-self.size:]


class Captioner(tf.Module):
    def __init__(self, dim=6, vocab=10):
        super().__init__()
        self.att = tf.Variable(tf.random.normal((dim,), seed=1))
        self.out = tf.Variable(tf.random.normal((dim, vocab), seed=2))

    @tf.function
    def caption(self, frames):
        x = tf.stack(frames)
        w = tf.nn.softmax(tf.linalg.matvec(x, self.att))
        ctx = tf.linalg.matvec(x, w, transpose_a=True)
        return tf.argmax(tf.linalg.matvec(self.out, ctx, transpose_a=True))

    @tf.function(reduce_retracing=True)
    def summary(self, clip):
        return tf.reduce_mean(clip, axis=0)

    @tf.function(input_signature=[tf.TensorSpec([None, 6], tf.float32)])
    def shot_change(self, clip):
        if clip.shape[0] == 1:
            return tf.constant(True)
        delta = tf.norm(clip[1:] - clip[:-1], axis=1)
        return tf.reduce_max(delta) > 2.0

    @tf.function(input_signature=[tf.TensorSpec([None, 6], tf.float32)])
    def energy(self, clip):
        if clip.shape[1] == 6:
            clip = clip * 0.5
        return tf.reduce_sum(tf.square(clip)) / tf.cast(tf.shape(clip)[0], tf.float32)
