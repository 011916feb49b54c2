import collections


class Tracker:
    def __init__(self):
        self.counts = collections.Counter()

    def count(self, what):
        self.counts[what] += 1
