import random

import keras
import tensorflow as tf

from .base import LoopBase
from .ema import Ema


class DiffusionTrainer(LoopBase):
    def __init__(self, cfg, model, schedule, recorder):
        super().__init__(cfg, recorder)
        self.model = model
        self.schedule = schedule
        self.optimizer = keras.optimizers.Adam(cfg["train"]["lr"])
        self.optimizer.build(list(model.trainable_variables))
        self.ema = Ema(model.trainable_variables, cfg["train"]["ema"])
        self.on_epoch_end(self._remember)

    def _remember(self, epoch):
        self.recorder.scalar("epoch", epoch)

    def compute(self, x, label):
        if random.random() < self.cfg["train"]["drop_cond"]:
            label = tf.fill(tf.shape(label), self.model.null_label)
        t = self.schedule.sample_steps(tf.shape(x)[0])
        noise = tf.random.normal(tf.shape(x))
        with tf.GradientTape() as tape:
            pred = self.model(self.schedule.noisy(x, t, noise), t, label)
            loss = tf.reduce_mean(tf.square(pred - noise))
        variables = list(self.model.trainable_variables)
        grads = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(grads, variables))
        self.ema.update()
        self.recorder.write_loss(loss)
        if self.step % self.cfg["train"]["log_every"] == 0:
            print("step", self.step, "loss", loss)
        return loss
