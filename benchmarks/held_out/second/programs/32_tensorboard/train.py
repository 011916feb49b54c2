import os
import tempfile
import time

import tensorflow as tf

layer = tf.keras.layers.Dense(2)
layer.build((None, 3))
opt = tf.keras.optimizers.Adam()
opt.build(layer.trainable_variables)
step_var = tf.Variable(0, dtype=tf.int64)


class Logger:
    def __init__(self, folder):
        self.writer = tf.summary.create_file_writer(folder)
        self.n = 0


@tf.function
def train(x, log):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(layer(x)))
    opt.apply_gradients(zip(tape.gradient(loss, layer.trainable_variables), layer.trainable_variables))
    with log.writer.as_default():
        tf.summary.scalar("loss", loss, step=log.n)
        tf.summary.scalar("loss_var", loss, step=step_var)
    step_var.assign_add(1)
    return loss


def main():
    with tempfile.TemporaryDirectory() as d:
        log = Logger(d)
        for i in range(4):
            train(tf.ones([4, 3]), log)
            log.n += 1
        with log.writer.as_default():
            for i in range(3):
                tf.summary.scalar("eager", i * 0.5, step=i)
        log.writer.flush()
        print(sorted(os.listdir(d))[:1], time.strftime("%H"))


if __name__ == "__main__":
    main()
