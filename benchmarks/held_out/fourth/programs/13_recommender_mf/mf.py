import itertools
import logging
import os

import numpy as np
import tensorflow as tf

logger = logging.getLogger(__name__)
EPOCHS = 12
FACTORS = 8


class Ratings:
    def __init__(self, users=40, items=60, n=320):
        rng = np.random.default_rng(0)
        self.u = rng.integers(0, users, n)
        self.i = rng.integers(0, items, n)
        self.r = rng.uniform(1, 5, n).astype("float32")

    def batches(self, size):
        order = np.random.permutation(len(self.r))
        for k in range(0, len(order), size):
            b = order[k:k + size]
            yield self.u[b], self.i[b], self.r[b]


class MF(tf.Module):
    def __init__(self, users, items, k):
        super().__init__()
        self.P = tf.Variable(tf.random.normal((users, k), stddev=0.1))
        self.Q = tf.Variable(tf.random.normal((items, k), stddev=0.1))
        self.bias = None
        self.opt = tf.keras.optimizers.Adagrad(0.1)
        self.seen = set()

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64), tf.TensorSpec([None], tf.int64)])
    def score(self, u, i):
        if self.bias is None:
            self.bias = tf.Variable(3.0)
        return tf.reduce_sum(tf.gather(self.P, u) * tf.gather(self.Q, i), -1) + self.bias

    @tf.function
    def fit_batch(self, u, i, r, lr, lam):
        with tf.GradientTape() as tape:
            pred = tf.reduce_sum(tf.gather(self.P, u) * tf.gather(self.Q, i), -1) + 3.0
            reg = tf.reduce_sum(tf.square(self.P)) + tf.reduce_sum(tf.square(self.Q))
            loss = tf.reduce_mean(tf.square(r - pred)) + lam * reg
        dP, dQ = tape.gradient(loss, [self.P, self.Q])
        self.P.assign_sub(lr * tf.convert_to_tensor(dP))
        self.Q.assign_sub(lr * tf.convert_to_tensor(dQ))
        logger.warning("batch loss %s", loss)
        return loss


def top_n(model, user, items, n=5):
    u = np.full(items, user, dtype=np.int64)
    s = model.score(tf.constant(u), tf.range(items, dtype=tf.int64)).numpy()
    return np.argsort(-s)[:n]


def train(data, lr=0.05, lam=1e-4):
    model = MF(40, 60, FACTORS)
    curve = []
    for epoch in range(EPOCHS):
        total = 0.0
        for u, i, r in data.batches(64):
            loss = model.fit_batch(u, i, r, lr, lam)
            total += float(loss)
        lr *= 0.95
        curve.append(total)
        print(f"epoch {epoch:02d} loss {total:.3f} lr {lr:.4f}")
    return model, curve


def grid():
    results = {}
    data = Ratings()
    for k, lam in itertools.product([4, 8], [1e-3]):
        model, curve = train(data, lam=lam)
        results[(k, lam)] = curve[-1]
    return results


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    model, curve = train(Ratings())
    print(top_n(model, 3, 60))
