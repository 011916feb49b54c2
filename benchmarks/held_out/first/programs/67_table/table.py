from enum import Enum
from functools import partial

import tensorflow as tf


class Mode(Enum):
    TRAIN = "train"
    EVAL = "eval"


def run_batch(w, opt_lr, x, temperature):
    return tf.reduce_sum(w * x) / temperature * opt_lr


W = tf.Variable(tf.ones([2]))
STEPS = {
    Mode.TRAIN: tf.function(partial(run_batch, W, 0.1)),
    Mode.EVAL: tf.function(partial(run_batch, W, 1.0)),
}


def temperature_at(step, start=5.0):
    return start * 0.9 ** step


def loop(n):
    x = tf.ones([2])
    for i in range(n):
        STEPS[Mode.TRAIN](x, temperature_at(i))
        STEPS[Mode.EVAL](x, 1.0)
        STEPS[Mode.EVAL](x, tf.constant(temperature_at(i)))
    return STEPS


def warm(n):
    fn = STEPS.get(Mode.EVAL)
    t = 8.0
    while t > 1.0:
        fn(tf.ones([2]), temperature=t)
        t /= 2
    return fn


def main():
    loop(4)
    before = STEPS[Mode.EVAL].experimental_get_tracing_count()
    warm(3)
    return [f.experimental_get_tracing_count() for f in STEPS.values()], before


if __name__ == "__main__":
    print(main())
