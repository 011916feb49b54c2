import os
import tempfile

import numpy as np
import tensorflow as tf


class CheckpointMixin:
    """Writes the running loss beside the model."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.trace_dir = tempfile.mkdtemp()

    def dump(self, loss):
        with open(os.path.join(self.trace_dir, "loss.txt"), "a") as f:
            f.write(f"{loss}\n")

    def lines(self):
        with open(os.path.join(self.trace_dir, "loss.txt")) as f:
            return f.readlines()


class ClipMixin:
    clip = 1.0

    def clipped(self, grads):
        return [tf.clip_by_norm(g, self.clip) for g in grads]
