import tf_keras
import tensorflow as tf


class Gate(tf_keras.layers.Layer):
    """tf_keras converts call() with AutoGraph."""

    def build(self, shape):
        self.k = self.add_weight("k", (shape[-1],))
        self.calls = 0

    def call(self, x):
        self.calls += 1
        if tf.reduce_mean(x) > 0:
            y = x * self.k
        else:
            y = -x
        for row in tf.range(2):
            y = y + tf.cast(row, y.dtype)
        return y


def clipped_mse(y, p):
    if tf.reduce_max(tf.abs(y - p)) > 10.0:
        return tf.constant(100.0)
    return tf.reduce_mean((y - p) ** 2)


def main():
    m = tf_keras.Sequential([tf_keras.Input((3,)), Gate(), tf_keras.layers.Dense(1)])
    m.compile("sgd", clipped_mse)
    m.fit(tf.ones([8, 3]), tf.ones([8, 1]), batch_size=2, epochs=2, verbose=0)
    return m.layers[0].calls


if __name__ == "__main__":
    print(main())
