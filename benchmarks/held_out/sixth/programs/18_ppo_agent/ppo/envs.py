import numpy as np


class Tracker:
    """keep a drifting ball in the middle; actions: left, stay, right"""
    n_obs, n_act = 2, 3

    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        self.reset()

    def reset(self):
        self.pos, self.vel = float(self.rng.uniform(-1, 1)), 0.0
        return self.obs()

    def obs(self):
        return np.array([self.pos, self.vel], "float32")

    def step(self, action):
        self.vel += 0.1 * (action - 1) + float(self.rng.normal(0, 0.02))
        self.pos += self.vel
        done = abs(self.pos) > 2
        return self.obs(), 1.0 - min(abs(self.pos), 2.0), done
