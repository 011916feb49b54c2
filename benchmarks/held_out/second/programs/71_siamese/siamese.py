import numpy as np
import tensorflow as tf


class Projection(tf.keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def call(self, x):
        w = tf.Variable(tf.random.normal([x.shape[-1], self.units]))
        return tf.nn.relu(x @ w)


class Embed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.proj = Projection(4)
        self.out = tf.keras.layers.Dense(3)
        self.verbose = False

    def call(self, x):
        x = self.proj(x)
        x = tf.keras.layers.BatchNormalization()(x)
        if self.verbose:
            tf.print(tf.shape(x))
        return tf.math.l2_normalize(self.out(x), 1)


def triplet(y, e):
    a, p, n = tf.split(e, 3)
    d = tf.reduce_sum((a - p) ** 2, 1) - tf.reduce_sum((a - n) ** 2, 1) + 0.2
    loss = tf.maximum(d, 0.0)
    print(f"triplet loss {loss}")
    return tf.reduce_mean(loss)


def batches(n):
    for _ in range(n):
        yield np.random.rand(6, 5).astype("float32"), np.zeros((6, 1), "float32")


if __name__ == "__main__":
    m = Embed()
    m.compile("adam", triplet)
    for x, y in batches(3):
        print("loss", m.train_on_batch(x, y))
    x = np.random.rand(4, 5).astype("float32")
    for row in x:
        m.predict_on_batch(row[None])
    sims = []
    for i in range(3):
        sims.append(m.predict(x[i][None], verbose=0) @ m.predict(x[i + 1][None], verbose=0).T)
    print(np.ravel(sims))
