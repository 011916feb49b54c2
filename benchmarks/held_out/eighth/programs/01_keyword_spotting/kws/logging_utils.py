import logging
import time

logger = logging.getLogger("kws")


def setup(level=logging.INFO):
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(name)s | %(message)s"))
    logger.handlers = [handler]
    logger.setLevel(level)


def log_batch(stage, loss):
    logger.info("%s batch loss %s", stage, loss)


def log_epoch(epoch, values):
    text = " ".join(f"{k}={v:.4f}" for k, v in values.items())
    logger.info("epoch %d %s", epoch, text)


class Stopwatch:
    def __init__(self):
        self.total = 0.0
        self.laps = 0

    def __enter__(self):
        self._t0 = time.perf_counter()
        return self

    def __exit__(self, *exc):
        self.total += time.perf_counter() - self._t0
        self.laps += 1
