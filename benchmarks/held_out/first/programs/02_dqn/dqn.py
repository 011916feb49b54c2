from __future__ import annotations

import collections
import itertools
import random
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Transition(NamedTuple):
    s: np.ndarray
    a: int
    r: float
    s2: np.ndarray


class Agent:
    def __init__(self, n_actions: int = 3, gamma: float = 0.9):
        self.n_actions = n_actions
        self.gamma = gamma
        self.q = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(n_actions)])
        self.target = tf.keras.models.clone_model(self.q)
        self.buffer: collections.deque[Transition] = collections.deque(maxlen=500)
        self.opt = tf.keras.optimizers.SGD(0.01)
        self.eps = 1.0

    def act(self, s):
        if random.random() < self.eps:
            return random.randrange(self.n_actions)
        return int(np.argmax(self.q.predict(s[None], verbose=0)[0]))

    @tf.function
    def act_graph(self, s, eps):
        greedy = tf.argmax(self.q(s), axis=1)
        rnd = tf.random.uniform(tf.shape(greedy), 0, self.n_actions, dtype=tf.int64)
        explore = tf.random.uniform([]) < eps
        return tf.where(explore, rnd, greedy)

    @tf.function
    def learn(self, s, a, r, s2):
        target = r + self.gamma * tf.reduce_max(self.target(s2), axis=1)
        with tf.GradientTape() as tape:
            picked = tf.gather(self.q(s), a, axis=1, batch_dims=1)
            loss = tf.reduce_mean((target - picked) ** 2)
        g = tape.gradient(loss, self.q.trainable_variables)
        self.opt.apply_gradients(zip(g, self.q.trainable_variables))
        return loss

    def replay(self, n=8):
        batch = random.sample(list(self.buffer), n)
        s, a, r, s2 = (np.stack(c) for c in zip(*batch))
        return self.learn(s.astype("f"), a.astype("i"), r.astype("f"), s2.astype("f"))


def env_step(s, a):
    return np.random.randn(4).astype("f"), float(a == 1)


def run(steps=20):
    agent = Agent()
    state = np.zeros(4, "f")
    agent.eps = 0.0
    for i in itertools.count():
        if i >= steps:
            break
        a = agent.act(state)
        nxt, rew = env_step(state, a)
        agent.buffer.append(Transition(state, a, rew, nxt))
        agent.act_graph(state[None], agent.eps)
        agent.eps = min(1.0, agent.eps + 0.01)
        agent.act_graph(nxt[None], tf.constant(0.5))
        state = nxt
        if len(agent.buffer) >= 8:
            agent.replay()
    return agent


if __name__ == "__main__":
    run()
