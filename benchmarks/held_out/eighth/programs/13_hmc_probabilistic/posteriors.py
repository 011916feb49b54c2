import numpy as np
import tensorflow as tf

POSTERIORS = {}


def posterior(name):
    def deco(cls):
        POSTERIORS[name] = cls
        return cls
    return deco


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 3)).astype("float32")
    p = 1 / (1 + np.exp(-x @ np.array([1.0, -0.5, 0.0], "float32")))
    return x, (rng.random(n) < p).astype("float32")


class Posterior:
    prior_scale = 2.0

    def __init__(self, x, y):
        self.x, self.y = tf.constant(x), tf.constant(y)
        self.evaluations = 0
        self.batch = 40

    def log_prior(self, w):
        return -0.5 * tf.reduce_sum(tf.square(w / self.prior_scale))

    def log_prob(self, w):
        self.evaluations += 1
        return self.log_prior(w) + self.log_likelihood(w)

    @tf.function
    def pointwise(self, draws):
        return tf.stack([self.log_likelihood(w) for w in draws])

    @tf.function
    def tempered(self, w, temperature):
        return self.log_prior(w) + temperature * self.log_likelihood(w)


@posterior("logistic")
class Logistic(Posterior):
    def log_likelihood(self, w):
        logits = tf.linalg.matvec(self.x, w)
        return -tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(self.y, logits))


@posterior("minibatch")
class MiniBatch(Logistic):
    """Noisy likelihood on random rows."""

    def log_likelihood(self, w):
        rows = np.random.choice(len(self.x), self.batch, replace=False)
        logits = tf.linalg.matvec(tf.gather(self.x, rows), w)
        ce = tf.nn.sigmoid_cross_entropy_with_logits(tf.gather(self.y, rows), logits)
        return -tf.reduce_sum(ce) * (len(self.x) / self.batch)
