import random

import numpy as np
import tensorflow as tf

import curriculum


class Evolution:
    def __init__(self, pop=4, seed=0):
        self.rng = np.random.default_rng(seed)
        self.best = tf.Variable([0.0, 0.0])
        self.pop = pop
        self.sigma = 0.1

    def perturbations(self):
        return [self.best + self.sigma * tf.constant(self.rng.normal(size=2), tf.float32) for _ in range(self.pop)]

    def generation(self, horizon):
        start = tf.constant(self.rng.uniform(-1, 1, (6, 2)), tf.float32)
        scores = []
        for w in self.perturbations():
            score = curriculum.rollout(start, w, horizon)
            scores.append((float(tf.reduce_mean(score)), w))
        top = max(scores, key=lambda s: s[0])
        self.best.assign(top[1])
        return top[0]


def main():
    evo = Evolution()
    for level in range(3):
        name = curriculum.promote(level)
        for gen in range(3):
            horizon = 5 + gen + 3 * level
            score = evo.generation(horizon)
        print(name, round(score, 3))
    return evo


if __name__ == "__main__":
    main()
