import numpy as np
import tensorflow as tf

LAYERS = {}


def layer(name):
    def deco(cls):
        LAYERS[name] = cls
        return cls
    return deco


class Linear(tf.Module):
    def __init__(self, units, name=None):
        super().__init__(name=name)
        self.units = units

    @tf.Module.with_name_scope
    def __call__(self, x):
        if not hasattr(self, "w"):
            self.w = tf.Variable(tf.random.normal([x.shape[-1], self.units], stddev=0.3))
        return x @ self.w


class MessagePassing(tf.Module):
    def __init__(self, units, dropout=0.0, name=None):
        super().__init__(name=name)
        self.lin = Linear(units)
        self.dropout = dropout
        self.calls = 0

    def drop(self, h, training):
        if not training or self.dropout == 0.0:
            return h
        keep = np.random.binomial(1, 1.0 - self.dropout, size=h.shape[-1]).astype("float32")
        return h * keep / (1.0 - self.dropout)


@layer("gcn")
class Gcn(MessagePassing):
    def __call__(self, h, adj, training=False):
        return tf.nn.relu(adj @ self.lin(self.drop(h, training)))


@layer("gated")
class Gated(MessagePassing):
    """Repeated mixing with a gate."""

    def __init__(self, units, dropout=0.0, hops=3, name=None):
        super().__init__(units, dropout, name)
        self.gate = Linear(units)
        self.hops = hops

    def __call__(self, h, adj, training=False):
        h = self.lin(h)

        def body(i, h):
            self.calls += 1
            g = tf.sigmoid(self.gate(h))
            return i + 1, g * h + (1.0 - g) * (adj @ h)

        _, h = tf.while_loop(lambda i, h: i < self.hops, body, [tf.constant(0), h])
        return h
