import abc

import tensorflow as tf

from .logging_utils import Stopwatch


class BaseTrainer(abc.ABC):
    """Loop shared by all tasks; subclasses give the two steps."""

    def __init__(self, cfg, data, callbacks=()):
        self.cfg = cfg
        self.data = data
        self.callbacks = list(callbacks)
        self.step = 0
        self.watch = Stopwatch()

    @abc.abstractmethod
    def train_step(self, wave, label):
        ...

    @abc.abstractmethod
    def eval_step(self, wave, label, index):
        ...

    def fit(self):
        for epoch in range(self.cfg.epochs):
            for cb in self.callbacks:
                cb.on_epoch_begin(self, epoch)
            total = 0.0
            batches = 0
            with self.watch:
                for wave, label in self.data.training():
                    loss = self.train_step(wave, label)
                    total += float(loss)
                    batches += 1
                    self.step += 1
            logs = {"loss": total / max(batches, 1), "acc": self.evaluate()}
            for cb in self.callbacks:
                cb.on_epoch_end(self, epoch, logs)
        return logs

    def evaluate(self):
        hits = []
        for i, (wave, label) in enumerate(self.data.evaluation()):
            hits.append(self.eval_step(wave, label, i))
        return float(tf.reduce_mean(tf.concat(hits, 0)))
