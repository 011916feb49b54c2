import random
import numpy as np
import tensorflow as tf


class Router(tf.keras.layers.Layer):
    def __init__(self, n):
        super().__init__()
        self.gate = tf.keras.layers.Dense(n)
        self.usage = [0] * n

    def call(self, x, training=False):
        p = tf.nn.softmax(self.gate(x))
        top = tf.argmax(p, -1)
        for i in range(len(self.usage)):
            self.usage[i] += tf.reduce_sum(tf.cast(top == i, tf.int32))
        if tf.reduce_max(p) > 0.99:
            p = p * 0.9
        return p


class MoE(tf.keras.Model):
    def __init__(self, n=3):
        super().__init__()
        self.router = Router(n)
        self.experts = [tf.keras.layers.Dense(1) for _ in range(n)]

    def call(self, x, training=False):
        p = self.router(x, training=training)
        outs = tf.stack([e(x)[:, 0] for e in self.experts], 1)
        if training and random.random() < 0.2:
            outs = tf.nn.dropout(outs, 0.5)
        return tf.reduce_sum(p * outs, 1, keepdims=True)


class Balance(tf.keras.regularizers.Regularizer):
    def __init__(self, s):
        self.s = s

    def __call__(self, w):
        return self.s * tf.reduce_sum(tf.square(w))


def scheduler(epoch, lr):
    print("epoch", epoch, "lr", lr)
    return lr * 0.5 if epoch > 1 else lr


if __name__ == "__main__":
    x = np.random.rand(16, 4).astype("float32")
    m = MoE()
    m.compile("adam", "mse")
    m.fit(x, x.sum(1), epochs=3, batch_size=8, verbose=0,
          callbacks=[tf.keras.callbacks.LearningRateScheduler(scheduler)])
    print(m.evaluate(x, x.sum(1), verbose=0))
