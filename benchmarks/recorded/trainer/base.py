"""What all trainers have in common."""

import tensorflow as tf


class BaseTrainer(tf.Module):
    def __init__(self, config, loss):
        super().__init__()
        self.config = config
        self.loss = loss
        self.steps_done = 0
        self.losses_seen = []
        self.model = None

    def prepare(self, inputs):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(self.config.width)])
        self.model.build((None, inputs))
        self.optimizer = tf.keras.optimizers.SGD(self.config.rates[0])
        self.optimizer.build(self.model.trainable_variables)
        self.ready = True

    @tf.function
    def step(self, inputs, targets):
        assert self.ready
        self.steps_done += 1
        with tf.GradientTape() as tape:
            loss = self.loss(targets, self.transform(self.model(inputs)))
        self.losses_seen.append(loss)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    def transform(self, outputs):
        raise NotImplementedError
