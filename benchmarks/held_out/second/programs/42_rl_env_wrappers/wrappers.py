import collections
import numpy as np
import tensorflow as tf


class FrameStack:
    def __init__(self, k):
        self.frames = collections.deque(maxlen=k)

    def reset(self, frame):
        for _ in range(self.frames.maxlen):
            self.frames.append(frame)
        return np.stack(self.frames, -1)

    def push(self, frame):
        self.frames.append(frame)
        return np.stack(self.frames, -1)


class RunningNorm:
    def __init__(self):
        self.count = 0
        self.mean = tf.Variable(0.0)

    @tf.function
    def __call__(self, x):
        self.count += 1
        self.mean.assign_add((tf.reduce_mean(x) - self.mean) / self.count)
        return x - self.mean


class RewardLog:
    def __init__(self):
        self.rewards = collections.deque(maxlen=10)

    @tf.function
    def shape_reward(self, r, done):
        shaped = tf.where(done, r - 1.0, r)
        self.rewards.append(shaped)
        return shaped
