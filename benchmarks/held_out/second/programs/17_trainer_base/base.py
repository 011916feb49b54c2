import abc
import time

import tensorflow as tf


class BaseTrainer(abc.ABC):
    def __init__(self, model, cfg):
        self.model = model
        self.cfg = cfg
        self.optimizer = tf.keras.optimizers.get(cfg["optimizer"])
        self.hooks = []
        self.step_no = 0
        self.step_fn = tf.function(self.step) if cfg.get("graph", True) else self.step

    @abc.abstractmethod
    def compute_loss(self, batch):
        ...

    def step(self, batch):
        with tf.GradientTape() as tape:
            loss = self.compute_loss(batch)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for h in self.hooks:
            h.after_step(self, loss)
        return loss

    def fit(self, ds, epochs):
        for epoch in range(epochs):
            t = time.time()
            for batch in ds:
                loss = self.step_fn(batch)
                self.step_no += 1
            self.on_epoch(epoch, loss, time.time() - t)

    def on_epoch(self, epoch, loss, seconds):
        print(f"[{type(self).__name__}] {epoch} loss={float(loss):.4f} {seconds:.1f}s")
