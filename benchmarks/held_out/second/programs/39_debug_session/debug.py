import numpy as np
import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def step(w, x):
    return w * x


def inspect(f, *args):
    before = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(True)
    try:
        return f(*args).numpy()
    finally:
        tf.config.run_functions_eagerly(before)


def build(debug):
    m = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    m.compile("sgd", "mse", run_eagerly=debug)
    return m


def train(x, y):
    m = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    m.compile("sgd", "mse", run_eagerly=True)
    m.fit(x, y, epochs=1, verbose=0)
    return m


if __name__ == "__main__":
    x = np.random.rand(8, 3).astype("float32")
    y = x.sum(1)
    print(step(tf.constant(2.0), x).shape)
    print(inspect(step, tf.constant(2.0), x).shape)
    build(False).fit(x, y, verbose=0)
    train(x, y)
