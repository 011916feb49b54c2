import os
import tempfile


class Recorder:
    """Plain text run record."""

    def __init__(self, root):
        self.dir = tempfile.mkdtemp(prefix=root)
        self.path = os.path.join(self.dir, "loss.txt")
        self.scalars = {}

    def write_loss(self, loss):
        with open(self.path, "a") as handle:
            handle.write(f"{loss}\n")

    def scalar(self, name, value):
        self.scalars.setdefault(name, []).append(float(value))

    def lines(self):
        if not os.path.exists(self.path):
            return 0
        with open(self.path) as handle:
            return len(handle.readlines())
