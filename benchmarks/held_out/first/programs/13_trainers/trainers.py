import tensorflow as tf

from core.base import AbstractTrainer
from core.hooks import Meter


class Regression(AbstractTrainer):
    def __init__(self, model):
        super().__init__(model)
        self.meter = Meter()
        self.losses = []

    def forward_backward(self, batch):
        x, y = batch
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - y) ** 2)
        vs = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, vs), vs))
        self.meter.push(loss)
        return loss

    def on_step(self, loss):
        self.losses.append(float(loss))
