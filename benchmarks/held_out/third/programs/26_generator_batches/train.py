import itertools

import numpy as np
import tensorflow as tf

from source import batched, rows


def endless(size=4):
    for _ in itertools.count():
        yield from batched(rows(), size)


class Trainer:
    def __init__(self):
        self.stream = endless()
        self.w = tf.Variable(tf.zeros([2]))
        self.b = tf.Variable(0.0)
        self.ds = iter(tf.data.Dataset.from_generator(
            lambda: batched(rows(), 4), output_signature=tf.TensorSpec([4, 3], tf.float32)).repeat())

    def loss(self, batch):
        x, y = batch[:, :2] / 100.0, batch[:, 2]
        return tf.reduce_mean(tf.square(tf.linalg.matvec(x, self.w) + self.b - y))

    @tf.function
    def step(self):
        batch = tf.constant(next(self.stream))
        with tf.GradientTape() as tape:
            loss = self.loss(batch)
        gw, gb = tape.gradient(loss, [self.w, self.b])
        self.w.assign_sub(0.1 * gw)
        self.b.assign_sub(0.1 * gb)
        return tf.reduce_sum(batch)

    @tf.function
    def step_from_dataset(self):
        batch = next(self.ds)
        return tf.reduce_sum(batch)

    @tf.function
    def residuals(self, batch):
        for row in tf.unstack(batch):
            yield tf.abs(tf.reduce_sum(row[:2] * self.w) + self.b - row[2])


def main():
    trainer = Trainer()
    sums = [float(trainer.step()) for _ in range(5)]
    sums2 = [float(trainer.step_from_dataset()) for _ in range(5)]
    print(sums, sums2)
    try:
        print(list(trainer.residuals(tf.constant(next(trainer.stream)))))
    except (NotImplementedError, ValueError, TypeError) as exc:
        print("residuals:", type(exc).__name__)
    return trainer, sums, sums2


if __name__ == "__main__":
    main()
