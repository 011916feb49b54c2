import random
from collections import deque

import numpy as np


class ReplayBuffer:
    def __init__(self, size=500):
        self.items = deque(maxlen=size)

    def add(self, *transition):
        self.items.append(transition)

    def sample(self, n):
        batch = random.sample(list(self.items), n)
        s, a, r, s2 = map(np.array, zip(*batch))
        return s.astype("float32"), a.astype("int32"), r.astype("float32"), s2.astype("float32")
