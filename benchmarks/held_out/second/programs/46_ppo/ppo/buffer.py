import numpy as np


class Rollout:
    def __init__(self):
        self.data = {"obs": [], "act": [], "rew": [], "logp": []}

    def add(self, **kw):
        for k, v in kw.items():
            self.data[k].append(v)

    def batches(self, size):
        n = len(self.data["obs"])
        order = np.random.permutation(n)
        for s in range(0, n, size):
            i = order[s:s + size]
            yield [np.asarray(self.data[k], "float32")[i] for k in ("obs", "act", "rew", "logp")]
