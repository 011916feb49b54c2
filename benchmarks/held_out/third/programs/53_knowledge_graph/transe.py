"""TransE embeddings with corrupted triples."""
import collections
import random

import numpy as np
import tensorflow as tf

ENTITIES, RELATIONS, DIM = 20, 3, 4
stats = collections.Counter()


def triples(n=40, seed=1):
    r = random.Random(seed)
    return np.array([(r.randrange(ENTITIES), r.randrange(RELATIONS), r.randrange(ENTITIES)) for _ in range(n)], "int32")


def corrupt(triple):
    if random.choice(["head", "tail"]) == "head":
        return tf.stack([tf.random.uniform([], 0, ENTITIES, tf.int32), triple[1], triple[2]])
    return tf.stack([triple[0], triple[1], tf.random.uniform([], 0, ENTITIES, tf.int32)])


def with_negative(triple):
    return triple, corrupt(triple)


class TransE(tf.Module):
    def __init__(self):
        super().__init__()
        self.ent = tf.Variable(tf.random.uniform((ENTITIES, DIM), -1, 1))
        self.rel = tf.Variable(tf.random.uniform((RELATIONS, DIM), -1, 1))
        self.opt = tf.keras.optimizers.Adagrad(0.1)

    def distance(self, t):
        h, r, o = tf.unstack(t, axis=1)
        return tf.norm(tf.gather(self.ent, h) + tf.gather(self.rel, r) - tf.gather(self.ent, o), axis=1)

    @tf.function
    def step(self, pos, neg):
        stats["steps"] += 1
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.relu(1.0 + self.distance(pos) - self.distance(neg)))
        variables = [self.ent, self.rel]
        self.opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    @tf.function
    def rank(self, triple):
        cand = tf.stack([tf.stack([triple[0], triple[1], tf.constant(e)]) for e in range(ENTITIES)])
        d = self.distance(cand)
        return 1 + tf.reduce_sum(tf.cast(d < d[triple[2]], tf.int32))


def main():
    data = tf.data.Dataset.from_tensor_slices(triples()).map(with_negative).batch(8)
    model = TransE()
    for epoch in range(3):
        for pos, neg in data:
            loss = model.step(pos, neg)
            stats["batches"] += 1
        print(epoch, float(loss))
    print(dict(stats), int(model.rank(tf.constant(triples(1)[0]))))
    return model


if __name__ == "__main__":
    main()
