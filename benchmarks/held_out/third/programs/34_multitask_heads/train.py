import itertools

import numpy as np
import tensorflow as tf

from heads import EagerHeads, LazyHeads

TASKS = ("spam", "topic")


def batches(n):
    rng = np.random.default_rng(0)
    for task in itertools.islice(itertools.cycle(TASKS), n):
        yield task, tf.constant(rng.normal(size=(4, 5)), tf.float32)


def grouped(embeddings, k):
    cache = {}

    @tf.function
    def centroid(x, unit):
        scale = tf.Variable(1.0) if unit else tf.constant(1.0)
        return scale * tf.reduce_mean(x, 0)

    for i, e in enumerate(embeddings):
        cache[i] = centroid(e, unit=False)
    if k > len(cache):
        cache[k] = centroid(embeddings[0], unit=True)
    return cache


def main(lazy=False):
    heads = LazyHeads(5) if lazy else EagerHeads(5, TASKS)
    for task, x in batches(6):
        out = heads.logits(x, task)
        print(task, out.shape)
    embs = [x for _, x in batches(3)]
    print(len(grouped(embs, 2)))
    return heads


if __name__ == "__main__":
    main()
