"""Two-moons toy data for the GAN."""
import numpy as np


class MoonSampler:
    def __init__(self, n=1024, noise=0.05, seed=0):
        self.rng = np.random.default_rng(seed)
        t = self.rng.uniform(0, np.pi, size=n)
        upper = np.stack([np.cos(t), np.sin(t)], axis=1)
        lower = np.stack([1 - np.cos(t), 0.5 - np.sin(t)], axis=1)
        points = np.where(self.rng.random((n, 1)) < 0.5, upper, lower)
        self.points = (points + noise * self.rng.normal(size=points.shape)).astype("float32")
        self.drawn = 0

    def batches(self, batch_size, steps):
        for _ in range(steps):
            idx = self.rng.integers(0, len(self.points), size=batch_size)
            self.drawn += batch_size
            yield self.points[idx]
