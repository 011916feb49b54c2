"""Functions of nested structures, functions and pieces of settings."""

import collections
import typing

import tensorflow as tf

Transition = collections.namedtuple("Transition", ["observation", "action", "reward", "info"])


class Bounds(typing.NamedTuple):
    low: float
    high: float


def huber(errors, delta):
    print("huber", delta)
    small = tf.minimum(tf.abs(errors), delta)
    return 0.5 * small**2 + delta * (tf.abs(errors) - small)


@tf.function
def discounted(transitions, gammas, bounds, loss, *extra, scale=1.0, **named):
    total = tf.zeros_like(transitions[0].reward)
    for number, transition in enumerate(transitions):
        clipped = tf.clip_by_value(transition.reward, bounds.low, bounds.high)
        total += clipped * gammas[number] + transition.info["bonus"][0]
        print(transition.action.shape)
    for value in extra:
        total += tf.reduce_mean(value["weights"])
    for name, value in named.items():
        print(name)
        total += value
    return loss(total) * scale


@tf.function(reduce_retracing=True)
def select(table, keys, axis, dtype, shape):
    columns = [table[key] for key in keys]
    picked = tf.cast(tf.concat(columns, axis), dtype)
    if picked.shape[0] is None:
        print("unknown")
    counts[len(columns)] = picked
    return tf.reshape(picked, shape)


counts = {}


@tf.function
def spread(values, index, spec):
    window = values[index[0] : index[1]]
    tags = {int(key): value for key, value in spec.items()}
    print("spread", sorted(tags))
    return tf.reduce_sum(window) * tags[3] + tags[7]
