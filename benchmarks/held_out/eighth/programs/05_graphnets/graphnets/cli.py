import dataclasses

import keras
import numpy as np
import tensorflow as tf

from .graph import random_graph, row_stochastic
from .layers import Gated
from .meters import Timer
from .options import Options
from .tasks import TASKS


def run(argv=None):
    opts = Options.parse(argv)
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(2)
    graphs = [random_graph(20 + 3 * i, rng=rng) for i in range(opts.graphs)]
    results = {}
    for name in ("node", "sampled"):
        timer = Timer()
        task = TASKS[name](dataclasses.replace(opts, task=name), graphs)
        loss = task.fit()
        results[name] = task
        print(name, "loss", round(loss, 3), "seconds", round(timer.read(), 1))
    try:
        norms = {k: float(v.numpy()) for k, v in results["node"].net.hidden_norms.items()}
        print("hidden norms", norms)
    except AttributeError as err:
        print("no hidden norms:", err)
    try:
        walk = row_stochastic(tf.constant(graphs[0].adjacency))
        print("row sums", walk.numpy().sum(1)[:3])
    except tf.errors.OperatorNotAllowedInGraphError:
        print("random-walk matrix not available")
    gated = Gated(6)
    out = gated(graphs[0].features, graphs[0].adjacency)
    print("gated", out.shape, float(np.mean(out)))
    return results
