import os
import random

import numpy as np
import tensorflow as tf


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)


@tf.function
def draw(shape):
    seed_everything(1)
    return tf.random.normal(shape)


@tf.function
def draw_stateless(i):
    return tf.random.stateless_normal([2], seed=tf.stack([1, i]))


@tf.function
def where_am_i(x):
    if os.getenv("HOT", "0") == "1":
        return x * 100.0
    return x


HOME = os.environ.get("HOME")


def main():
    seed_everything(0)
    a = [draw((2,)).numpy() for _ in range(3)]
    b = [draw_stateless(tf.constant(i)).numpy() for i in range(2)]
    where_am_i(tf.constant(1.0))
    os.environ["HOT"] = "1"
    return a, b, where_am_i(tf.constant(1.0))


if __name__ == "__main__":
    print(main())
