import abc
from typing import Any, Callable

import tensorflow as tf


class AbstractTrainer(abc.ABC):
    """Subclasses say what a step is."""

    def __init__(self, model: tf.keras.Model, *, jit: bool = False) -> None:
        self.model = model
        self.optimizer = tf.keras.optimizers.SGD(0.05)
        self._compiled: Callable[..., Any] | None = None
        self._jit = jit

    @abc.abstractmethod
    def forward_backward(self, batch): ...

    def on_step(self, loss):
        pass

    def _make(self):
        if self._compiled is None:
            self._compiled = tf.function(self.forward_backward, jit_compile=self._jit)
        return self._compiled

    def run(self, data, epochs=1):
        for epoch in range(epochs):
            for batch in data:
                loss = self._make()(batch)
                self.on_step(loss)
        return loss
