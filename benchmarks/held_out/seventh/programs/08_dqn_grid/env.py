import numpy as np


class GridEnv:
    MOVES = [(0, 1), (0, -1), (1, 0), (-1, 0)]

    def __init__(self, size=5, seed=0, max_steps=30):
        self.size, self.max_steps = size, max_steps
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.pos = self.rng.integers(0, self.size, 2)
        self.goal = np.array([self.size - 1, self.size - 1])
        self.t = 0
        return self.obs()

    def obs(self):
        return np.concatenate([self.pos, self.goal - self.pos]).astype("float32") / self.size

    def step(self, action):
        self.t += 1
        self.pos = np.clip(self.pos + self.MOVES[action], 0, self.size - 1)
        done = bool((self.pos == self.goal).all())
        return self.obs(), 1.0 if done else -0.05, done or self.t >= self.max_steps
