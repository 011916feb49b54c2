import contextlib
import time
from collections import defaultdict


class Profile:
    def __init__(self):
        self.totals = defaultdict(float)
        self.counts = defaultdict(int)

    @contextlib.contextmanager
    def section(self, name):
        start = time.perf_counter()
        try:
            yield
        finally:
            self.totals[name] += time.perf_counter() - start
            self.counts[name] += 1

    def report(self):
        for name in sorted(self.totals):
            print(f"{name}: {self.counts[name]} x {self.totals[name] * 1e3:.2f} ms")
