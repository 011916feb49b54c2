"""Calls with structures that nobody would guess."""

import functools

import tensorflow as tf
from library import Bounds, Transition, discounted, huber, select, spread


def transition(seed):
    info = {"bonus": [tf.ones(4) * seed, "unused"], "id": seed}
    return Transition(tf.ones((4, 6)), tf.zeros((4, 2), tf.int32), tf.range(4.0), info)


discounted(
    [transition(1), transition(2)],
    (1.0, 0.9),
    Bounds(-1.0, 2.0),
    functools.partial(huber, delta=0.5),
    {"weights": tf.ones((2, 2))},
    scale=0.5,
    offset=tf.constant(1.0),
)
table = {"a": tf.ones((3, 2)), "b": tf.ones((3, 4)), "c": tf.zeros(1)}
select(table, ["a", "b"], 1, tf.float64, tf.TensorShape([9, 2]))
spread(tf.range(10.0), range(2, 6, 3), {3: 2.0, 7: 1.0})
