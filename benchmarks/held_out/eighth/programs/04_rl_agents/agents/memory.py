import collections

import numpy as np

Batch = collections.namedtuple("Batch", "obs action reward next_obs done")


class ReplayMemory:
    def __init__(self, capacity, obs_dim, seed=0):
        self.rng = np.random.default_rng(seed)
        self.capacity = capacity
        self.size = 0
        self.store = Batch(
            np.zeros((capacity, obs_dim), "float32"), np.zeros(capacity, "int32"), np.zeros(capacity, "float32"),
            np.zeros((capacity, obs_dim), "float32"), np.zeros(capacity, "float32"))

    def add(self, *transition):
        slot = self.size % self.capacity
        for column, value in zip(self.store, transition):
            column[slot] = value
        self.size += 1

    def sample(self, n):
        idx = self.rng.integers(0, min(self.size, self.capacity), n)
        return Batch(*(column[idx] for column in self.store))

    def __len__(self):
        return min(self.size, self.capacity)


class Episode:
    """Plain record of one episode."""

    def __init__(self):
        self.obs, self.actions, self.rewards = [], [], []

    def add(self, obs, action, reward):
        self.obs.append(obs)
        self.actions.append(action)
        self.rewards.append(reward)

    def returns(self, gamma):
        out, acc = [], 0.0
        for r in reversed(self.rewards):
            acc = r + gamma * acc
            out.append(acc)
        return np.array(out[::-1], "float32")
