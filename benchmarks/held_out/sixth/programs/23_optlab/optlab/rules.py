import tensorflow as tf

from .base import Optimizer


class Momentum(Optimizer):
    beta = 0.9

    def update(self, var, grad, slot):
        slot.assign(self.beta * slot + grad)
        return slot


class Lion(Optimizer):
    def __init__(self, lr, schedule=None, beta1=0.9, beta2=0.99, decay=0.0):
        super().__init__(lr, schedule)
        self.beta1, self.beta2, self.decay = beta1, beta2, decay

    def update(self, var, grad, slot):
        direction = tf.sign(self.beta1 * slot + (1 - self.beta1) * grad)
        slot.assign(self.beta2 * slot + (1 - self.beta2) * grad)
        if self.decay:
            direction += self.decay * var
        return direction


class Centered(Optimizer):
    """subtracts the mean over the batch axis of matrix gradients"""

    def update(self, var, grad, slot):
        if len(grad.shape) > 1:
            grad = grad - tf.reduce_mean(grad, axis=0, keepdims=True)
        slot.assign(grad)
        return slot
