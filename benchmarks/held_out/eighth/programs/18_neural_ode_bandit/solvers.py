import tensorflow as tf


class Solver:
    def __init__(self, step):
        self.step = step
        self.field_calls = 0

    def increment(self, field, x, h):
        raise NotImplementedError

    def call_field(self, field, x):
        self.field_calls += 1
        return field(x)

    def integrate(self, field, x0, times):
        n = times.shape[0]
        out = tf.TensorArray(tf.float32, size=n, element_shape=x0.shape)
        out = out.write(0, x0)
        x = x0
        for i in tf.range(1, n):
            x = x + self.increment(field, x, times[i] - times[i - 1])
            out = out.write(i, x)
        return out.stack()


class Euler(Solver):
    def increment(self, field, x, h):
        return h * self.call_field(field, x)


class Heun(Solver):
    def increment(self, field, x, h):
        k1 = self.call_field(field, x)
        k2 = self.call_field(field, x + h * k1)
        return 0.5 * h * (k1 + k2)
