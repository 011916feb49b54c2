import dataclasses

import numpy as np
import tensorflow as tf


@dataclasses.dataclass
class Graph:
    features: np.ndarray
    adjacency: np.ndarray
    labels: np.ndarray

    @property
    def num_nodes(self):
        return len(self.labels)


def random_graph(nodes, classes=3, dim=6, rng=None):
    rng = rng or np.random.default_rng(0)
    labels = rng.integers(0, classes, nodes)
    same = labels[:, None] == labels[None]
    adj = (rng.random((nodes, nodes)) < np.where(same, 0.5, 0.08)).astype("float32")
    adj = np.maximum(adj, adj.T)
    feats = rng.normal(size=(nodes, dim)) + np.eye(classes, dim)[labels]
    if adj.sum() == 0:
        print("graph has no edges")
    return Graph(feats.astype("float32"), adj, labels.astype("int32"))


def as_tensors(graph):
    return tf.constant(graph.features), tf.constant(graph.adjacency), tf.constant(graph.labels)


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
def normalise(adj):
    adj = adj + tf.eye(tf.shape(adj)[0])
    degree = tf.reduce_sum(adj, -1)
    tf.debugging.assert_positive(degree, "isolated node")
    scale = tf.math.rsqrt(degree)
    return adj * scale[:, None] * scale[None]


@tf.function
def row_stochastic(adj):
    degree = tf.reduce_sum(adj, -1, keepdims=True)
    assert tf.reduce_all(degree > 0.0), "isolated node"
    return adj / degree
