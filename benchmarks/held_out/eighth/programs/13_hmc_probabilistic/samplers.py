import numpy as np
import tensorflow as tf


class SamplerBase:
    """``step`` is traced; ``tune`` runs in Python after each draw."""

    def __init__(self, target):
        self.target = target
        self.accept_log = []
        self.step = tf.function(self._step)

    def _step(self, state):
        raise NotImplementedError

    def tune(self, accepted):
        self.accept_log.append(accepted)

    def metropolis(self, state, proposal, log_ratio):
        accept = tf.math.log(tf.random.uniform([])) < log_ratio
        return tf.where(accept, proposal, state), tf.cast(accept, tf.float32)


class AdaptiveHmc(SamplerBase):
    def __init__(self, target, step_size, leaps):
        super().__init__(target)
        self.step_size = step_size
        self.leaps = leaps
        self.divergences = 0
        self.energy_trace = []

    def tune(self, accepted):
        super().tune(accepted)
        self.step_size *= 1.02 if accepted > 0.5 else 0.95

    def _grad(self, w):
        with tf.GradientTape() as tape:
            tape.watch(w)
            value = self.target.log_prob(w)
        return value, tape.gradient(value, w)

    def _leapfrog(self, w, p):
        eps = self.step_size
        _, g = self._grad(w)
        p = p + 0.5 * eps * g

        def body(i, w, p):
            w = w + eps * p
            value, g = self._grad(w)
            self.energy_trace.append(value)
            return i + 1, w, p + eps * g

        _, w, p = tf.while_loop(lambda i, w, p: i < self.leaps, body, [tf.constant(0), w, p])
        return w, p

    def _step(self, state):
        p0 = tf.random.normal(tf.shape(state))
        w, p = self._leapfrog(state, p0)
        h0 = self.target.log_prob(state) - 0.5 * tf.reduce_sum(p0 ** 2)
        h1 = self.target.log_prob(w) - 0.5 * tf.reduce_sum(p ** 2)
        log_ratio = h1 - h0

        def diverged():
            self.divergences += 1
            return tf.constant(-np.inf)

        log_ratio = tf.cond(log_ratio < -1000.0, diverged, lambda: log_ratio)
        return self.metropolis(state, w, log_ratio)


class RandomWalk(SamplerBase):
    def __init__(self, target, scale):
        super().__init__(target)
        self.scale = tf.Variable(scale, trainable=False)

    def tune(self, accepted):
        super().tune(accepted)
        self.scale.assign(self.scale * (1.05 if accepted else 0.98))

    def _step(self, state):
        proposal = state + self.scale * tf.random.normal(tf.shape(state))
        ratio = self.target.log_prob(proposal) - self.target.log_prob(state)
        tf.debugging.check_numerics(ratio, "ratio")
        return self.metropolis(state, proposal, ratio)
