class Ema:
    """Shadow copy of the weights."""

    def __init__(self, variables, decay):
        import tensorflow as tf
        self.source = list(variables)
        self.decay = decay
        self.shadow = [tf.Variable(v, trainable=False) for v in self.source]

    def update(self):
        for shadow, var in zip(self.shadow, self.source):
            shadow = self.decay * shadow + (1.0 - self.decay) * var

    def copy_to(self, variables):
        for shadow, var in zip(self.shadow, variables):
            var.assign(shadow)


class TrueEma(Ema):
    def update(self):
        for shadow, var in zip(self.shadow, self.source):
            shadow.assign(self.decay * shadow + (1.0 - self.decay) * var)
