class Linear:
    def __init__(self, start, end, steps):
        self.start, self.end, self.steps = start, end, steps
        self.t = 0

    def advance(self):
        self.t += 1

    def value(self):
        frac = min(self.t / self.steps, 1.0)
        return self.start + frac * (self.end - self.start)
