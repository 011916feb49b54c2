import numpy as np

from graphnets.graph import normalise, random_graph
from graphnets.layers import Gcn


def test_normalise_rows():
    g = random_graph(12)
    a = normalise(g.adjacency)
    assert a.shape == (12, 12)
    assert np.all(a.numpy() >= 0)


def test_gcn_eager():
    g = random_graph(10)
    layer = Gcn(4, dropout=0.5)
    outs = {round(float(np.sum(layer(g.features, g.adjacency, training=True))), 4) for _ in range(5)}
    assert len(outs) > 1
