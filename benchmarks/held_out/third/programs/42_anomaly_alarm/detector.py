import tensorflow as tf


class Ema(tf.Module):
    def __init__(self, rate=0.9):
        super().__init__()
        self.mean = tf.Variable(0.0)
        self.var = tf.Variable(1.0)
        self.rate = rate

    @tf.function
    def update(self, x):
        self.mean.assign(self.rate * self.mean + (1 - self.rate) * x)
        self.var.assign(self.rate * self.var + (1 - self.rate) * tf.square(x - self.mean))
        return (x - self.mean) / tf.sqrt(self.var)

    @tf.function
    def alarm(self, x, limit=3.0):
        if (z := tf.abs(x - self.mean) / tf.sqrt(self.var)) > limit:
            return z
        return tf.zeros_like(z)

    @tf.function
    def alarm_plain(self, x, limit=3.0):
        z = tf.abs(x - self.mean) / tf.sqrt(self.var)
        if z > limit:
            return z
        return tf.zeros_like(z)

    @tf.function
    def ensemble(self, scores):
        votes = [s for s in tf.unstack(scores) if s > self.mean]
        return tf.add_n(votes)

    @tf.function
    def ensemble_ok(self, scores):
        parts = [s for s in tf.unstack(scores) if s.shape.rank == 0]
        return tf.add_n(parts)

    @tf.function(autograph=False)
    def clipped(self, x):
        return tf.cond(x > 5.0, lambda: tf.constant(5.0), lambda: x)
