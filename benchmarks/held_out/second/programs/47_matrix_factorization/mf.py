import functools
import pprint

import numpy as np
import tensorflow as tf

graph = functools.partial(tf.function, reduce_retracing=True)


class MF(tf.Module):
    def __init__(self, n, m, k=4):
        super().__init__()
        self.p = tf.Variable(tf.random.normal([n, k], stddev=0.1))
        self.q = tf.Variable(tf.random.normal([m, k], stddev=0.1))
        self.b = tf.Variable(0.0)

    def predict(self, u, i):
        return tf.reduce_sum(tf.gather(self.p, u) * tf.gather(self.q, i), 1) + self.b


@graph
def sgd(model, u, i, r, lr):
    with tf.GradientTape() as tape:
        e = r - model.predict(u, i)
        loss = tf.reduce_mean(e * e)
    pprint.pprint({"loss": loss})
    for v, g in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        v.assign_sub(lr * tf.convert_to_tensor(g))
    return loss


def main():
    model = MF(10, 12)
    lr = 0.1
    for epoch in range(4):
        u = np.random.randint(0, 10, 16)
        i = np.random.randint(0, 12, 16)
        r = np.random.rand(16).astype("float32")
        loss = sgd(model, u, i, r, lr)
        lr *= 0.9
        pprint.pprint({"epoch": epoch, "loss": float(loss)})
    for uid in range(3):
        print(model.predict(np.array([uid]), np.array([1])).numpy())
    lr_v = tf.Variable(0.1)
    for _ in range(3):
        sgd(model, u, i, r, lr_v)
        lr_v.assign(lr_v * 0.9)


if __name__ == "__main__":
    main()
