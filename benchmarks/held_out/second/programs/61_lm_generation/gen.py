import logging

import numpy as np
import tensorflow as tf

V = 11


class Cache:
    def __init__(self):
        self.k = None
        self.steps = 0


class Tiny(tf.Module):
    def __init__(self, d=4):
        super().__init__()
        self.e = tf.Variable(tf.random.normal([V, d]))

    @tf.function
    def forward(self, ids, cache):
        h = tf.gather(self.e, ids)
        if cache.k is None:
            k = h
        else:
            k = tf.concat([cache.k, h], 0)
        cache.k = k
        logging.getLogger("gen").error("cache %s", k.shape)
        return tf.matmul(k, self.e, transpose_b=True)[-1]


class Sampler:
    def __init__(self, model):
        self.model = model
        self.sample_fn = {}

    def get(self, temperature):
        if temperature not in self.sample_fn:
            self.sample_fn[temperature] = tf.function(lambda l: tf.random.categorical(l[None] / temperature, 1)[0, 0])
        return self.sample_fn[temperature]

    def generate(self, seed, n, temperature=1.0):
        ids, cache = list(seed), Cache()
        for _ in range(n):
            logits = self.model.forward(tf.constant(ids[-1:]), cache)
            ids.append(int(self.get(temperature)(logits)))
        return ids


if __name__ == "__main__":
    s = Sampler(Tiny())
    for t in (0.5, 1.0, 0.5):
        try:
            print(s.generate([1, 2], 4, t))
        except Exception as e:
            print(type(e).__name__)
    c = Cache()
    m = Tiny()
    for ids in ([1], [2, 3]):
        m.forward(tf.constant(ids), c)
    print(c.k)
