import time
import tensorflow as tf
import numpy as np


class Meter:
    def __init__(self):
        self.sum, self.n = 0.0, 0

    def add(self, v):
        self.sum += v
        self.n += 1

    def mean(self):
        return self.sum / max(self.n, 1)


class EagerMeter:
    def __init__(self):
        self.values = []

    def add(self, v):
        self.values.append(v)


class Trainer:
    def __init__(self, net, cfg):
        self.net, self.cfg = net, cfg
        self.opt = tf.keras.optimizers.Adam(1e-2)
        self.meter, self.eager = Meter(), EagerMeter()

    @tf.function
    def step(self, ids, y):
        start = time.time()
        with tf.GradientTape() as tape:
            logits = self.net(ids, training=True)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(y, logits))
        grads, _ = tf.clip_by_global_norm(tape.gradient(loss, self.net.trainable_variables), self.cfg.clip)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        self.meter.add(loss)
        self.took = time.time() - start
        return loss

    def fit(self, ds):
        for epoch in range(self.cfg.epochs):
            for ids, y in ds:
                self.eager.add(float(self.step(ids, y)))
            print(epoch, np.mean(self.eager.values), f"{self.took:.3f}s")
