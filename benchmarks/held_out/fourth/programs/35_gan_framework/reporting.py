import json
import sys


class Reporter:
    def __init__(self, name):
        self.name = name
        self.n = 0
        self.rows = []

    def record(self, losses):
        self.n += 1
        self.rows.append({k: v for k, v in losses.items()})
        sys.stdout.write(f"{self.name}: {losses}\n")

    def flush(self, step, losses):
        row = {k: float(v) for k, v in losses.items()}
        with open(f"{self.name}.jsonl", "a") as fh:
            fh.write(json.dumps({"step": step, **row}) + "\n")
