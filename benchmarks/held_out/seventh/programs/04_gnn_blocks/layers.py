import tensorflow as tf


class GraphConv(tf.keras.layers.Layer):
    """H' = act(A H W) with optional DropEdge."""

    def __init__(self, units, activation=None, drop_edge=0.0, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.activation = tf.keras.activations.get(activation)
        self.drop_edge = drop_edge
        self.num_calls = 0
        self.last_norm = None

    def build(self, input_shape):
        dim = input_shape[0][-1]
        self.kernel = self.add_weight(shape=(dim, self.units), name="kernel")
        self.bias = self.add_weight(shape=(self.units,), initializer="zeros", name="bias")

    def call(self, inputs, training=False):
        h, adj = inputs
        self.num_calls += 1
        if training and self.drop_edge > 0:
            keep = tf.random.uniform(tf.shape(adj)) > self.drop_edge
            adj = tf.where(keep, adj, tf.zeros_like(adj))
        out = tf.matmul(adj, tf.matmul(h, self.kernel)) + self.bias
        self.last_norm = tf.norm(out)
        return self.activation(out)


class SkipMix(tf.keras.layers.Layer):
    """Weighted mean of layer outputs, weights learned."""

    def build(self, input_shape):
        self.logits = self.add_weight(shape=(len(input_shape),), initializer="zeros", name="logits")

    def call(self, inputs):
        w = tf.nn.softmax(self.logits)
        out = 0.0
        for i, x in enumerate(inputs):
            out += w[i] * x
        return out
