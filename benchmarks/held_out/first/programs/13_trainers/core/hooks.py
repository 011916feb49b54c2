class Meter:
    def __init__(self):
        self.values = []
        self.total = 0

    def push(self, v):
        self.values += [v]
        self.total = self.total + 1
