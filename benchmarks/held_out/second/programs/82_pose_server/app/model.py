import tensorflow as tf


class PoseNet:
    _instance = None

    @classmethod
    def get(cls):
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.Input((6, 6, 1)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(4)])
        self.scale = 1.0
        self.last = None

    def infer_fn(self):
        return tf.function(self._infer)

    def _infer(self, x):
        y = self.net(x) * self.scale
        self.last = y
        return y

    def calibrate(self, s):
        self.scale = s
