import queue

import numpy as np
import tensorflow as tf

from .model import Ensemble


class Handler:
    def __init__(self, net: Ensemble):
        self.net = net
        self.inbox: "queue.Queue[np.ndarray]" = queue.Queue()
        self.sent = []

    def drain(self):
        while not self.inbox.empty():
            row = self.inbox.get()
            votes = [m.predict(np.expand_dims(row, 0), verbose=0) for m in self.net]
            self.sent.append(np.mean(votes))

    def drain_batched(self):
        rows = []
        while not self.inbox.empty():
            rows.append(self.inbox.get())
        return self.net(np.stack(rows)).numpy()

    @tf.function
    def score(self, x):
        main = self.net.members[0]
        return main.predict_on_batch(x)

    @tf.function
    def score_ok(self, x):
        return self.net(x)
