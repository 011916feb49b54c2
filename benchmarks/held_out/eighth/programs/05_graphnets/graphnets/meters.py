import time


class Meter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.values = []
        self.count = 0

    def add(self, value):
        self.values.append(value)
        self.count += 1

    def average(self):
        return sum(float(v) for v in self.values) / max(self.count, 1)


class EagerMeter(Meter):
    """For values that come out of the step."""

    def add(self, value):
        self.values.append(float(value))
        self.count += 1


class Timer:
    def __init__(self):
        self.t0 = time.perf_counter()

    def read(self):
        return time.perf_counter() - self.t0
