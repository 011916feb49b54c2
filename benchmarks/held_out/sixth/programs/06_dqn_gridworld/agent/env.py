import random


class GridWorld:
    """5x5 grid, walk from a random cell to the corner."""
    MOVES = ((0, 1), (0, -1), (1, 0), (-1, 0))

    def __init__(self, size=5, max_steps=20, slip=0.1):
        self.size, self.max_steps, self.slip = size, max_steps, slip
        self.reset()

    def observe(self):
        return [self.x / self.size, self.y / self.size, self.t / self.max_steps]

    def reset(self):
        self.x, self.y = random.randrange(self.size), random.randrange(self.size)
        self.t = 0
        return self.observe()

    def step(self, action):
        if random.random() < self.slip:
            action = random.choice(range(4))
        dx, dy = self.MOVES[action]
        self.x = min(max(self.x + dx, 0), self.size - 1)
        self.y = min(max(self.y + dy, 0), self.size - 1)
        self.t += 1
        done = self.x == self.size - 1 and self.y == self.size - 1
        reward = 1.0 if done else -0.02
        return self.observe(), reward, done or self.t >= self.max_steps
