import os
import uuid

import numpy as np
import tensorflow as tf

rng = np.random.default_rng()
names = iter(["a", "b", "c", "d"])


@tf.function
def dropout_mask(shape_like):
    tf.random.set_seed(7)
    return tf.random.uniform(tf.shape(shape_like)) > 0.5


@tf.function
def tag(x):
    run_id = uuid.uuid4().hex
    return tf.strings.join([tf.strings.as_string(x), run_id], "-")


@tf.function
def next_name(x):
    return tf.strings.join([next(names), tf.strings.as_string(x)])


@tf.function
def scaled(x):
    return x * float(os.environ.get("SCALE", "1"))


@tf.function
def noisy(x):
    def draw():
        return rng.normal(size=3).astype("float32")
    n = tf.numpy_function(draw, [], tf.float32, stateful=False)
    m = tf.numpy_function(draw, [], tf.float32)
    return x + n, x + m


if __name__ == "__main__":
    x = tf.constant([1.0, 2.0, 3.0])
    for i in range(3):
        os.environ["SCALE"] = str(i + 1)
        print(i, dropout_mask(x).numpy(), tag(x).numpy()[0], scaled(x).numpy())
        print(next_name(tf.constant(5)).numpy(), noisy(x)[0].numpy(), noisy(x)[1].numpy())
