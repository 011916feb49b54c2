"""Message sources for the agent."""
import json
import queue
import random
import threading
import time


class SensorThread(threading.Thread):
    """pushes JSON readings like the MQTT bridge"""

    def __init__(self, out, n, seed=0):
        super().__init__(daemon=True)
        self.out, self.n = out, n
        self.rnd = random.Random(seed)

    def run(self):
        for k in range(self.n):
            base = [self.rnd.gauss(0, 1) * 0.1 + (k % 7) / 7 for _ in range(6)]
            if k % 25 == 24:
                base[self.rnd.randrange(6)] += 5.0
            self.out.put(json.dumps({"t": time.time(), "values": base}))
        self.out.put(None)


def drain(q, timeout=5):
    while True:
        item = q.get(timeout=timeout)
        if item is None:
            return
        yield json.loads(item)
