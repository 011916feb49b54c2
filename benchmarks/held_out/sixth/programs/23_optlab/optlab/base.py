import abc

import tensorflow as tf


class Optimizer(abc.ABC):
    """apply() is meant to be called from a tf.function."""

    def __init__(self, lr, schedule=None):
        self.lr = lr
        self.schedule = schedule
        self.groups = {}
        self.last_norm = None

    @abc.abstractmethod
    def update(self, var, grad, slot):
        ...

    def slots_for(self, group, variables):
        if group not in self.groups:
            self.groups[group] = [tf.Variable(tf.zeros(v.shape)) for v in variables]
        return self.groups[group]

    def rate(self):
        return self.lr if self.schedule is None else self.lr * self.schedule()

    def apply(self, grads, variables, group="all"):
        slots = self.slots_for(group, variables)
        lr = self.rate()
        self.last_norm = tf.linalg.global_norm(grads)
        for v, g, s in zip(variables, grads, slots):
            v.assign_sub(lr * self.update(v, g, s))
