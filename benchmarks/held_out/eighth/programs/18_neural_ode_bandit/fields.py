import tensorflow as tf


class MlpField(tf.Module):
    """Right-hand side of the ODE; variables come lazily."""

    def __init__(self, width, name="field"):
        super().__init__(name=name)
        self.width = width
        self.ready = False
        self.max_norm = 0.0

    def build(self, dim):
        self.w1 = tf.Variable(tf.random.normal([dim, self.width]) * 0.3)
        self.w2 = tf.Variable(tf.random.normal([self.width, dim]) * 0.3)
        self.ready = True

    def __call__(self, x):
        if not self.ready:
            self.build(x.shape[-1])
        dx = tf.tanh(x @ self.w1) @ self.w2
        self.max_norm = tf.maximum(self.max_norm if not tf.is_tensor(self.max_norm) else 0.0, tf.norm(dx))
        return dx


class LinearField(tf.Module):
    def __init__(self, width, name="linear"):
        super().__init__(name=name)
        self.a = tf.Variable([[0.0, 1.0], [-1.0, 0.0]])

    def __call__(self, x):
        return x @ self.a


FIELDS = {"mlp": MlpField, "linear": LinearField}
