import numpy as np
import tensorflow as tf

from .client import Client, linear_model


class Server:
    def __init__(self, n_clients):
        self.clients = [Client(i, seed=i) for i in range(n_clients)]
        self.model = linear_model()
        self.norms = {}

    @tf.function
    def drift(self, local, name):
        diff = [tf.norm(a - b) for a, b in zip(local, self.model.trainable_variables)]
        total = tf.add_n(diff)
        self.norms[name] = total
        return total

    def broadcast(self):
        for client in self.clients:
            client.model.set_weights(self.model.get_weights())

    def aggregate(self):
        stacked = zip(*(c.model.get_weights() for c in self.clients))
        self.model.set_weights([np.mean(ws, axis=0) for ws in stacked])

    def round(self, r, lr=0.05):
        self.broadcast()
        losses = [c.local_update(lr) for c in self.clients]
        drifts = [float(self.drift(c.model.trainable_variables, "client")) for c in self.clients]
        self.aggregate()
        print(f"round {r}: loss {np.mean(losses):.3f} drift {np.mean(drifts):.3f}")
