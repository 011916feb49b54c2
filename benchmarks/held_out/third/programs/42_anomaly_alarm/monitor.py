import logging
import sys

import numpy as np
import tensorflow as tf

from detector import Ema

log = logging.getLogger("monitor")


def stream(n=30, seed=0):
    rng = np.random.default_rng(seed)
    for i in range(n):
        yield float(rng.normal()) + (8.0 if i == 20 else 0.0)


def watch(ema, values):
    alarms = 0
    for v in values:
        x = tf.constant(v, tf.float32)
        if ema.alarm_plain(x) > 0:
            alarms += 1
            log.warning("alarm at %.2f", v)
        ema.update(ema.clipped(x))
    return alarms


def main():
    ema = Ema()
    print("alarms", watch(ema, stream()))
    print("ensemble", float(ema.ensemble_ok(tf.constant([1.0, 2.0]))))
    return ema


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
