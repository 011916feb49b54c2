"""Trainers for a task."""

import datetime

import tensorflow as tf
from base import BaseTrainer
from config import Mode


class ScaledTrainer(BaseTrainer):
    def transform(self, outputs):
        if self.config.mode is Mode.FAST:
            print("fast", outputs.shape)
            return outputs * self.config.rates[1]
        return outputs

    @tf.function
    def report(self, stamp):
        text = f"{self.config.tags[0]} {datetime.datetime.now():%f}"
        print(text)
        return stamp + self.config.rates[1]

    def score(self, pairs):
        for inputs, targets in pairs:
            yield self._score(inputs, {"targets": targets, "scale": self.config.rates})

    @tf.function
    def _score(self, inputs, rest):
        error = self.model(inputs) - rest["targets"]
        scale = float(tf.reduce_max(tf.abs(error))) if self.config.mode is Mode.SLOW else 1.0
        self.best = error
        return tf.reduce_mean(error) * rest["scale"][0] * scale
