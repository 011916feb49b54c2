"""Message passing network for (toy) molecules, pure TensorFlow.

Every molecule is one graph: node features [n, 4], edges [2, m]. We compile the
propagation with XLA because the production box has it switched on.
"""
import argparse
import logging
import os
import pickle
import tempfile
from collections import Counter

import numpy as np
import tensorflow as tf

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
LOG = logging.getLogger("gnn")
ATOMS = ["C", "N", "O", "H"]


def random_molecule(rng, n_min=4, n_max=9):
    n = int(rng.integers(n_min, n_max))
    kinds = rng.integers(0, 4, n)
    nodes = np.eye(4, dtype="float32")[kinds]
    src = np.concatenate([np.arange(n - 1), rng.integers(0, n, 2)])
    dst = np.concatenate([np.arange(1, n), rng.integers(0, n, 2)])
    edges = np.stack([np.r_[src, dst], np.r_[dst, src]]).astype("int32")
    target = np.float32((kinds == 1).sum() - 0.5 * (kinds == 2).sum())
    return nodes, edges, target


class MoleculeCache:
    def __init__(self, path):
        self.path = path

    def load(self, n, seed=0):
        if os.path.exists(self.path):
            with open(self.path, "rb") as fh:
                return pickle.load(fh)
        rng = np.random.default_rng(seed)
        mols = [random_molecule(rng) for _ in range(n)]
        with open(self.path, "wb") as fh:
            pickle.dump(mols, fh)
        return mols


class MessageLayer(tf.Module):
    def __init__(self, dim, seed):
        super().__init__()
        self.w_msg = tf.Variable(tf.random.stateless_normal([dim, dim], [seed, 0]) * 0.3)
        self.w_self = tf.Variable(tf.random.stateless_normal([dim, dim], [seed, 1]) * 0.3)

    def __call__(self, h, edges):
        src, dst = tf.unstack(edges, axis=0)
        msg = tf.gather(h @ self.w_msg, src)
        agg = tf.math.unsorted_segment_sum(msg, dst, tf.shape(h)[0])
        return tf.nn.relu(h @ self.w_self + agg)


def check_edges(edges, n):
    tf.debugging.assert_less(edges, n, message="edge points outside of the molecule")


class GNN(tf.Module):
    def __init__(self, dim=8, depth=2):
        super().__init__()
        self.embed = tf.Variable(tf.random.stateless_normal([4, dim], [7, 7]) * 0.5)
        self.layers = [MessageLayer(dim, k) for k in range(depth)]
        self.readout = tf.Variable(tf.zeros([dim, 1]))
        self.usage = Counter()

    def propagate(self, nodes, edges):
        check_edges(edges, tf.shape(nodes)[0])
        h = nodes @ self.embed
        for layer in self.layers:
            h = layer(h, edges)
        return h

    @tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, 4]), tf.TensorSpec([2, None], tf.int32)])
    def embed_molecule(self, nodes, edges):
        return tf.reduce_sum(self.propagate(nodes, edges), axis=0)

    @tf.function(reduce_retracing=True)
    def predict(self, nodes, edges):
        h = self.propagate(nodes, edges)
        self.usage["predict"] += 1
        return tf.reduce_sum(h @ self.readout)

    @tf.function(reduce_retracing=True)
    def masked(self, nodes, edges, drop):
        """prediction with one atom blanked out"""
        tf.tensor_scatter_nd_update(nodes, [[drop]], tf.zeros([1, 4]))
        return tf.reduce_sum(self.propagate(nodes, edges) @ self.readout)

    @tf.function(reduce_retracing=True)
    def saliency_input(self, tape, nodes):
        tape.watch(nodes)
        return nodes * 1.0


@tf.function(reduce_retracing=True)
def train_step(model, nodes, edges, target, lr):
    with tf.GradientTape() as tape:
        h = model.propagate(nodes, edges)
        loss = (tf.reduce_sum(h @ model.readout) - target) ** 2
    for v, g in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        v.assign_sub(lr * tf.clip_by_norm(g, 1.0))
    return loss


def saliency(model, nodes, edges):
    x = tf.constant(nodes)
    with tf.GradientTape() as tape:
        y = model.saliency_input(tape, x)
        score = tf.reduce_sum(model.propagate(y, tf.constant(edges)) @ model.readout)
    grad = tape.gradient(score, x)
    return None if grad is None else tf.norm(grad, axis=1).numpy()


def saliency_checked(model, nodes, edges):
    x = tf.constant(nodes)
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = tf.reduce_sum(model.propagate(x, tf.constant(edges)) @ model.readout)
    return tf.norm(tape.gradient(score, x), axis=1).numpy()


def nearest(model, mols, query):
    """embedding search over the library"""
    ref = model.embed_molecule(*map(tf.constant, query[:2]))
    best, arg = np.inf, None
    for i, (nodes, edges, _) in enumerate(mols):
        e = model.embed_molecule(tf.constant(nodes), tf.constant(edges))
        d = float(tf.norm(e - ref))
        if 0 < d < best:
            best, arg = d, i
    return arg, best


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--molecules", type=int, default=12)
    ap.add_argument("--epochs", type=int, default=2)
    args = ap.parse_args()
    cache = MoleculeCache(os.path.join(tempfile.mkdtemp(), "mols.pkl"))
    mols = cache.load(args.molecules)
    model = GNN()
    lr = tf.constant(0.02)
    for epoch in range(args.epochs):
        losses = [float(train_step(model, tf.constant(n), tf.constant(e), tf.constant(t), lr)) for n, e, t in mols]
        LOG.info("epoch %d mse %.3f", epoch, np.mean(losses))
    n, e, t = mols[0]
    for nodes, edges, target in mols[:4]:
        LOG.info("target %.1f predicted %.2f", target, float(model.predict(tf.constant(nodes), tf.constant(edges))))
    full = float(model.predict(tf.constant(n), tf.constant(e)))
    blanked = [float(model.masked(tf.constant(n), tf.constant(e), tf.constant(i))) for i in range(3)]
    LOG.info("full %.4f blanked %s", full, np.round(blanked, 4))
    LOG.info("saliency %s / %s", saliency(model, n, e), np.round(saliency_checked(model, n, e), 3))
    LOG.info("nearest %s, predict calls %s", nearest(model, mols[1:6], mols[0]), dict(model.usage))


if __name__ == "__main__":
    main()
