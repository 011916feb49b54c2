import sys

import numpy as np
import tensorflow as tf


class Kalman(tf.Module):
    """Constant-velocity filter over batches of tracks."""

    def __init__(self, dt=0.1, q=1e-2, r=0.1):
        super().__init__()
        self.F = tf.constant([[1.0, dt], [0.0, 1.0]])
        self.H = tf.constant([[1.0, 0.0]])
        self.Q = q * tf.eye(2)
        self.R = tf.constant([[r]])
        self.P = tf.Variable(tf.eye(2))
        self.x = tf.Variable(tf.zeros([2, 1]))
        self.innovation = None

    @tf.function
    def predict(self):
        self.x.assign(tf.matmul(self.F, self.x))
        self.P.assign(self.F @ self.P @ tf.transpose(self.F) + self.Q)
        return self.x.read_value()

    @tf.function
    def correct(self, z):
        self.innovation = z - self.H @ self.x
        S = self.H @ self.P @ tf.transpose(self.H) + self.R
        K = self.P @ tf.transpose(self.H) @ tf.linalg.inv(S)
        self.x.assign_add(K @ self.innovation)
        self.P.assign((tf.eye(2) - K @ self.H) @ self.P)
        sys.stdout.write("corrected\n")
        return S

    def reset(self):
        self.x.assign(tf.zeros([2, 1]))
        self.innovation = None


def rmse(errors):
    return float(np.sqrt(np.mean(np.square(errors))))
