import os

import cv2
import numpy as np


class FakeCamera:
    """draws metal sheets with scratches, writes PNGs like the real one"""

    def __init__(self, folder, size=24, seed=0):
        self.folder, self.size = folder, size
        self.rng = np.random.default_rng(seed)
        os.makedirs(folder, exist_ok=True)

    def shoot(self, n):
        paths, labels = [], []
        for i in range(n):
            img = self.rng.normal(120, 12, (self.size, self.size))
            bad = i % 2
            if bad:
                p, q = self.rng.integers(0, self.size, 2), self.rng.integers(0, self.size, 2)
                cv2.line(img, tuple(map(int, p)), tuple(map(int, q)), 255, 2)
            path = os.path.join(self.folder, f"sheet_{i:03d}_{'bad' if bad else 'ok'}.png")
            cv2.imwrite(path, np.clip(img, 0, 255).astype("uint8"))
            paths.append(path)
            labels.append(bad)
        return paths, labels
