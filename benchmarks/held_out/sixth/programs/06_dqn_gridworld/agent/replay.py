from collections import deque
import random

import numpy as np


class ReplayBuffer:
    def __init__(self, capacity):
        self.data = deque(maxlen=capacity)

    def push(self, *transition):
        self.data.append(transition)

    def __len__(self):
        return len(self.data)

    def sample(self, n):
        batch = random.sample(self.data, n)
        s, a, r, s2, d = zip(*batch)
        return (np.array(s, "float32"), np.array(a, "int32"), np.array(r, "float32"),
                np.array(s2, "float32"), np.array(d, "float32"))
