"""Learning-rate warmup and cyclic training with closures."""
import math

import numpy as np
import tensorflow as tf


def make_step(model, optimizer):
    calls = 0

    @tf.function
    def step(x, y):
        nonlocal calls
        calls += 1
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    def stats():
        return {"calls": calls}

    return step, stats


def make_counter():
    n = 0

    def tick():
        nonlocal n
        n += 1
        return n
    return tick


def warmup(base, steps):
    def rate(i):
        return base * min(1.0, (i + 1) / steps) * 0.5 * (1 + math.cos(math.pi * i / 50))
    return rate


def probe_activations(model, batches, powers):
    """Power means of the model's output, for the report."""
    table = {}
    for p in powers:
        for x in batches:
            moment = tf.function(lambda t: tf.reduce_mean(tf.abs(t) ** p))
            table.setdefault(p, []).append(float(moment(model(x))))
    return table


def main():
    rng = np.random.default_rng(0)
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.SGD(0.1)
    step, stats = make_step(model, optimizer)
    tick = make_counter()
    rate = warmup(0.1, 5)
    batches = [tf.constant(rng.normal(size=(8, 2)), tf.float32) for _ in range(5)]
    for i in range(10):
        optimizer.learning_rate.assign(rate(i))
        x = batches[i % 5]
        loss = step(x, tf.reduce_sum(x, 1, keepdims=True))
        tick()
    print("loss", float(loss), stats(), "ticks", tick() - 1)
    print(probe_activations(model, batches, [1.0, 2.0, 3.0]))
    return stats, tick


if __name__ == "__main__":
    main()
