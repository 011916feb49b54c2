import tensorflow as tf


def warmup(steps):
    """closure over a counter"""
    n = 0

    def factor():
        nonlocal n
        n += 1
        return min(1.0, n / steps)
    return factor


def warmup_variable(steps):
    n = tf.Variable(0.0, trainable=False)

    def factor():
        n.assign_add(1.0)
        return tf.minimum(1.0, n / steps)
    return factor


def piecewise(bounds, values):
    table = sorted(zip(bounds, values))
    def at(epoch):
        out = table[0][1]
        for b, v in table:
            if epoch >= b:
                out = v
        return out
    return at


SCHEDULES = {"none": lambda steps: None, "warmup": warmup, "warmup_variable": warmup_variable}
