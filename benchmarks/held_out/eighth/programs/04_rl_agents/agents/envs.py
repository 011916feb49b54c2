import numpy as np


class LineWorld:
    """Walk to the right end of a line; reward on arrival."""

    def __init__(self, length=8, seed=0):
        self.length = length
        self.rng = np.random.default_rng(seed)
        self.visits = np.zeros(length, int)

    def reset(self):
        self.pos = int(self.rng.integers(0, self.length // 2))
        self.t = 0
        return self._obs()

    def _obs(self):
        out = np.zeros(self.length, "float32")
        out[self.pos] = 1.0
        return out

    def step(self, action):
        move = 1 if action == 1 else -1
        if self.rng.random() < 0.1:
            move = -move
        self.pos = int(np.clip(self.pos + move, 0, self.length - 1))
        self.visits[self.pos] += 1
        self.t += 1
        done = self.pos == self.length - 1 or self.t >= 20
        return self._obs(), float(self.pos == self.length - 1), done
