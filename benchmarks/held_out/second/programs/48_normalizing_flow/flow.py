import numpy as np
import tensorflow as tf
from tqdm import tqdm


class Coupling(tf.keras.layers.Layer):
    def __init__(self, dim, flip):
        super().__init__()
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(8, "tanh"), tf.keras.layers.Dense(dim)])
        self.flip = flip
        self.log_det = None

    def call(self, x):
        a, b = tf.split(x, 2, axis=1)
        if self.flip:
            a, b = b, a
        s, t = tf.split(self.net(a), 2, axis=1)
        self.log_det = tf.reduce_sum(s, 1)
        return tf.concat([a, b * tf.exp(s) + t], 1)


class Flow(tf.keras.Model):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers_ = [Coupling(dim, i % 2) for i in range(depth)]
        self.mask = np.ones(dim, "float32")

    def call(self, x):
        total = 0.0
        for l in self.layers_:
            x = l(x)
            total += l.log_det
        self.mask[0] = 0.5
        return x, total

    def nll(self, x):
        z, d = self(x)
        return tf.reduce_mean(0.5 * tf.reduce_sum(z * z, 1) - d)


flow = Flow(4, 2)
opt = tf.keras.optimizers.Adam(1e-2)
bar = tqdm(total=4)


@tf.function
def step(x):
    with tf.GradientTape() as t:
        l = flow.nll(x)
    bar.update(1)
    opt.apply_gradients(zip(t.gradient(l, flow.trainable_variables), flow.trainable_variables))
    return l


if __name__ == "__main__":
    for x in tqdm(np.random.randn(4, 8, 4).astype("float32"), desc="train"):
        l = step(x)
    bar.close()
    print(bar.n, float(l))
