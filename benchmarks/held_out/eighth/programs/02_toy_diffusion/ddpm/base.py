import tensorflow as tf


class LoopBase:
    """Epoch loop. Subclasses implement ``compute`` (one optimisation step)."""

    def __init__(self, cfg, recorder):
        self.cfg = cfg
        self.recorder = recorder
        self.step = 0
        self.hooks = []

    def on_epoch_end(self, fn):
        self.hooks.append(fn)
        return fn

    def loop(self, dataset):
        for epoch in range(self.cfg["train"]["epochs"]):
            step_fn = tf.function(self.compute)
            losses = []
            for batch in dataset:
                loss = step_fn(*batch)
                losses.append(loss)
                self.step += 1
            mean = tf.reduce_mean(losses)
            self.recorder.scalar("loss", mean)
            print(f"epoch {epoch} loss {float(mean):.4f}")
            for hook in self.hooks:
                hook(epoch)
