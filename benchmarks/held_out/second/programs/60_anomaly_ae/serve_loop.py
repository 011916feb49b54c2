import collections
import datetime
import random

import numpy as np
import tensorflow as tf


class Detector:
    def __init__(self, dim, window=3):
        self.ae = tf.keras.Sequential([tf.keras.Input((dim,)), tf.keras.layers.Dense(2, "relu"), tf.keras.layers.Dense(dim)])
        self.ae.compile("adam", "mse")
        self.threshold = tf.Variable(1.0)
        self.window = collections.deque(maxlen=window)
        self.alarms = []

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def score(self, x):
        return tf.reduce_mean((x - self.ae(x)) ** 2, 1)

    @tf.function
    def is_anomaly(self, s):
        return s > self.threshold

    def calibrate(self, batch):
        s = self.score(batch).numpy()
        self.threshold.assign(float(np.quantile(s, 0.9)))

    def watch(self, stream):
        for x in stream:
            self.window.append(x)
            if random.random() < 0.1:
                continue
            s = self.score(np.stack(self.window).astype("float32"))
            if bool(self.is_anomaly(s[-1])):
                self.alarms.append((datetime.datetime.now(), float(s[-1])))


def main():
    d = Detector(3)
    data = np.random.rand(32, 3).astype("float32")
    d.ae.fit(data, data, epochs=1, verbose=0)
    d.calibrate(data)
    d.watch(data[:10])
    print(len(d.alarms), "alarms")


def test_score_is_finite():
    d = Detector(3)
    for n in (1, 2):
        assert np.isfinite(d.score(np.ones((n, 3), "float32")).numpy()).all()


if __name__ == "__main__":
    main()
    test_score_is_finite()
