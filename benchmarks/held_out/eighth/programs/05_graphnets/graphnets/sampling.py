import numpy as np


class NeighbourSampler:
    """Random node subsets of a graph."""

    def __init__(self, graph, size, seed=0):
        self.graph = graph
        self.size = size
        self.rng = np.random.default_rng(seed)
        self.drawn = 0

    def __iter__(self):
        for _ in range(4):
            self.drawn += 1
            yield self.rng.choice(self.graph.num_nodes, self.size, replace=False).tolist()
