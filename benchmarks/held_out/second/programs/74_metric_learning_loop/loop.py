"""Proxy-NCA with hand-made momentum and Python bookkeeping."""
from collections import defaultdict

import numpy as np
import tensorflow as tf
from absl import app, flags, logging

FLAGS = flags.FLAGS
flags.DEFINE_integer("steps", 5, "steps")
flags.DEFINE_float("lr", 0.1, "rate")


class Counter:
    value = 0


class Momentum:
    def __init__(self, lr, m=0.9):
        self.lr, self.m = lr, m
        self.slots = {}
        self.t = 0

    def build(self, variables):
        for v in variables:
            self.slots[v.ref()] = tf.Variable(tf.zeros_like(v))

    def apply(self, grads, variables):
        self.t += 1
        for g, v in zip(grads, variables):
            s = self.slots[v.ref()]
            s.assign(self.m * s + (1 - self.m) * g)
            v.assign_sub(self.lr * s / (1 - self.m ** self.t))


proxies = tf.Variable(tf.random.normal([3, 4]))
emb = tf.Variable(tf.random.normal([5, 4]))
opt = None
stats = defaultdict(list)


def loss_fn(x, y):
    z = tf.math.l2_normalize(x @ emb, 1)
    d = tf.reduce_sum((z[:, None] - proxies) ** 2, -1)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, -d))


@tf.function
def train(x, y, step):
    with tf.GradientTape() as tape:
        loss = loss_fn(x, y)
    opt.apply(tape.gradient(loss, [emb, proxies]), [emb, proxies])
    if step % FLAGS.steps == 0:
        logging.info("step %d", step)
    Counter.value += 1
    stats["loss"].append(loss)
    return loss


def main(_):
    global opt
    opt = Momentum(FLAGS.lr)
    opt.build([emb, proxies])
    x = np.random.rand(6, 5).astype("float32")
    y = np.array([0, 1, 2, 0, 1, 2])
    for step in range(FLAGS.steps):
        for part in (slice(0, 3), slice(3, 6)):
            loss = train(x[part], y[part], step)
        stats["eager"].append(float(loss))
    for _ in range(2):
        train(x[:3], y[:3], tf.constant(1, tf.int64))
    print(Counter.value, opt.t, {k: len(v) for k, v in stats.items()})


if __name__ == "__main__":
    app.run(main)
