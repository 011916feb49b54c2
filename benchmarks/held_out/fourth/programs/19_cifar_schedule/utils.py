import time

import tensorflow as tf


class Timer:
    def __enter__(self):
        self.start = time.time()
        return self

    def __exit__(self, *exc):
        self.seconds = time.time() - self.start


def log_line(epoch, loss, lr, seconds):
    with open("log.txt", "a") as fh:
        fh.write(f"{epoch}\t{loss:.4f}\t{lr}\t{seconds:.1f}\n")


def accuracy(model, x, y):
    pred = tf.argmax(model(x, training=False), axis=1)
    return float(tf.reduce_mean(tf.cast(pred == y, tf.float32)))
