"""Common code of the GAN experiments."""
import os
import time

import tensorflow as tf

import reporting


class BaseTrainer:
    def __init__(self, name, batch=16, every=20):
        self.name, self.batch, self.every = name, batch, every
        self.step_no = 0
        self.reports = reporting.Reporter(name)
        self.started = time.time()

    def losses(self, batch):
        raise NotImplementedError

    @tf.function
    def train_step(self, batch):
        out = self.losses(batch)
        self.reports.record(out)
        return out

    def fit(self, ds, epochs):
        for epoch in range(epochs):
            for batch in ds:
                out = self.train_step(batch)
                self.step_no += 1
                if self.step_no % self.every == 0:
                    self.reports.flush(self.step_no, out)
            self.on_epoch_end(epoch)

    def on_epoch_end(self, epoch):
        print(self.name, "epoch", epoch, "reports", self.reports.n)
