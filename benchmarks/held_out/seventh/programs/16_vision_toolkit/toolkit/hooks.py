import numpy as np
import tensorflow as tf

from .registry import HOOKS


class Hook:
    """on_step is called inside the train step, the rest from the Python loop."""

    def attach(self, engine):
        pass

    def on_step(self, engine, loss):
        pass

    def after_batch(self, engine, loss):
        pass

    def after_epoch(self, engine, epoch):
        pass


@HOOKS.register
class LossRecorder(Hook):
    def __init__(self):
        self.values, self.batch_values = [], []
        self.peak = -np.inf

    def on_step(self, engine, loss):
        self.values.append(loss)

    def after_batch(self, engine, loss):
        self.batch_values.append(float(loss))
        self.peak = max(self.peak, self.batch_values[-1])


@HOOKS.register
class EmaHook(Hook):
    """Exponential mean of weights, applied in the graph."""

    def __init__(self, decay):
        self.decay = decay
        self.shadow = None
        self.updates = 0

    def attach(self, engine):
        if self.shadow is None:
            self.shadow = [tf.Variable(v, trainable=False) for v in engine.model.trainable_variables]

    def on_step(self, engine, loss):
        d = min(self.decay, (1 + self.updates) / (10 + self.updates))
        for s, v in zip(self.shadow, engine.model.trainable_variables):
            s.assign(d * s + (1 - d) * v)
        self.updates += 1


@HOOKS.register
class AuxRamp(Hook):
    def __init__(self, top):
        self.top = top

    def after_epoch(self, engine, epoch):
        engine.cfg["loss"]["aux_weight"] = self.top * (epoch + 1) / engine.cfg["train"]["epochs"]


@HOOKS.register
class EpochPrinter(Hook):
    def after_epoch(self, engine, epoch):
        pooled = engine.model.features.get("pooled")
        spread = pooled.numpy().std() if hasattr(pooled, "numpy") else None
        print(f"epoch {epoch} loss {engine.epoch_loss():.4f} aux {engine.cfg['loss']['aux_weight']} spread {spread}")
