import tensorflow as tf

from .layers import LAYERS, Linear


class NodeNet(tf.Module):
    def __init__(self, opts, classes):
        super().__init__(name="node_net")
        self.opts = opts
        make = LAYERS[opts.layer]
        self.layers = [make(opts.hidden, opts.dropout) for _ in range(opts.hops)]
        self.out = Linear(classes)
        self.center = tf.Variable(tf.zeros([opts.hidden]), trainable=False)
        self.hidden_norms = {}

    def __call__(self, x, adj, training=False):
        h = x
        for k, mp in enumerate(self.layers):
            h = mp(h, adj, training=training)
            self.hidden_norms[k] = tf.norm(h)
        if training:
            self.center.assign(0.9 * self.center + 0.1 * tf.reduce_mean(h, 0))
        if self.opts.check_nan and tf.reduce_any(tf.math.is_nan(h)):
            print("nan in hidden state")
        return self.out(h - self.center)
