import keras
import tensorflow as tf

from .graph import as_tensors, normalise
from .meters import EagerMeter, Meter
from .model import NodeNet
from .sampling import NeighbourSampler

TASKS = {}


class Task:
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        TASKS[cls.__name__.lower().replace("task", "")] = cls

    def __init__(self, opts, graphs, classes=3):
        self.opts = opts
        self.graphs = graphs
        self.net = NodeNet(opts, classes)
        x, adj, _ = as_tensors(graphs[0])
        self.net(x, adj)
        self.optimizer = keras.optimizers.Adam(opts.lr)
        self.optimizer.build(self.net.trainable_variables)
        self.best = float("inf")
        self.improved = 0

    def loss_on(self, logits, labels):
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))

    def apply(self, tape, loss):
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))

    def fit(self):
        raise NotImplementedError


class NodeTask(Task):
    def __init__(self, opts, graphs, classes=3):
        super().__init__(opts, graphs, classes)
        self.inner = Meter()
        self.outer = EagerMeter()

    @tf.function
    def step(self, x, adj, labels, num_nodes):
        with tf.GradientTape() as tape:
            logits = self.net(x, normalise(adj), training=True)
            loss = self.loss_on(logits, labels) * (30.0 / num_nodes)
        self.apply(tape, loss)
        self.inner.add(loss)
        return loss

    @tf.function(reduce_retracing=True)
    def valid(self, x, adj, labels):
        loss = self.loss_on(self.net(x, normalise(adj)), labels)
        if loss < self.best:
            self.best = loss
        return loss

    def fit(self):
        for epoch in range(self.opts.epochs):
            for graph in self.graphs:
                x, adj, labels = as_tensors(graph)
                loss = self.step(x, adj, labels, graph.num_nodes)
                self.outer.add(loss)
            x, adj, labels = as_tensors(self.graphs[0])
            value = self.valid(x, adj, labels)
            print(f"epoch {epoch} train {self.outer.average():.3f} valid {float(value):.3f}")
        return self.outer.average()


class SampledTask(Task):
    """Mini-batches of nodes from one graph."""

    @tf.function
    def step(self, x, adj, labels, nodes):
        with tf.GradientTape() as tape:
            logits = self.net(x, normalise(adj), training=True)
            try:
                picked = tf.gather(logits, nodes)
                target = tf.gather(labels, nodes)
                tf.debugging.assert_less(tf.reduce_max(tf.abs(picked)), 4.0)
            except tf.errors.InvalidArgumentError:
                picked = tf.clip_by_value(picked, -4.0, 4.0)
            loss = self.loss_on(picked, target)
        self.apply(tape, loss)
        return loss

    def fit(self):
        x, adj, labels = as_tensors(self.graphs[0])
        losses = []
        for _ in range(self.opts.epochs):
            for nodes in NeighbourSampler(self.graphs[0], 8):
                losses.append(self.step(x, adj, labels, nodes))
        return float(tf.reduce_mean(losses))
