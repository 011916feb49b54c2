from .logging_utils import log_epoch


class Callback:
    def on_epoch_begin(self, trainer, epoch):
        pass

    def on_epoch_end(self, trainer, epoch, logs):
        pass


class NoiseAnneal(Callback):
    """Lower the additive noise as training goes on."""

    def __init__(self, factor=0.5):
        self.factor = factor

    def on_epoch_begin(self, trainer, epoch):
        if epoch > 0:
            trainer.noise_level *= self.factor


class EpochLog(Callback):
    def __init__(self):
        self.history = []

    def on_epoch_end(self, trainer, epoch, logs):
        self.history.append(dict(logs))
        log_epoch(epoch, logs)


class AttentionDump(Callback):
    """Keep the attention of the last batch for the report."""

    def __init__(self):
        self.kept = []

    def on_epoch_end(self, trainer, epoch, logs):
        weights = trainer.model.pool.last_weights
        try:
            self.kept.append(weights.numpy().mean())
        except AttributeError:
            print("attention not available this epoch")
