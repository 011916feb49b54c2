import random


class GridWorld:
    ACTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]

    def __init__(self, size=4):
        self.size = size
        self.reset()

    def reset(self):
        self.pos = [random.randrange(self.size), random.randrange(self.size)]
        self.t = 0
        return self.state()

    def state(self):
        return [self.pos[0] / self.size, self.pos[1] / self.size, 1.0]

    def step(self, a):
        dx, dy = self.ACTIONS[a]
        self.pos[0] = min(max(self.pos[0] + dx, 0), self.size - 1)
        self.pos[1] = min(max(self.pos[1] + dy, 0), self.size - 1)
        self.t += 1
        done = self.pos == [0, 0] or self.t > 15
        return self.state(), 1.0 if self.pos == [0, 0] else -0.05, done
