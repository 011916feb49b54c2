import numpy as np


class Env:
    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        self.t = 0

    def reset(self):
        self.t = 0
        return self.rng.normal(size=3).astype("float32")

    def step(self, a):
        self.t += 1
        return self.rng.normal(size=3).astype("float32"), np.float32(a)
