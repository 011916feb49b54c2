import tensorflow as tf


def batches(n, size=2):
    for i in range(n):
        yield i, tf.fill([size], float(i))


def scheduled(values):
    """Coroutine-style schedule."""
    current = next(values)
    while True:
        done = yield current
        if done:
            current = next(values, current)


W = tf.Variable(1.0)


@tf.function
def step(x, lr, *, epoch=None):
    W.assign_sub(lr * tf.reduce_mean(x))
    return W.read_value()


def train():
    lrs = scheduled(iter([0.1, 0.05, 0.02]))
    lr = next(lrs)
    for i, x in batches(3):
        step(x, lr)
        lr = lrs.send(True)
    for i, x in batches(3):
        step(x, tf.constant(0.1))
    for epoch in ("warm", "main"):
        step(tf.ones(2), 0.5, epoch=epoch)
    for i, x in batches(3):
        step(x, tf.constant(0.1), epoch={"index": i})
    return step.experimental_get_tracing_count()


if __name__ == "__main__":
    print(train())
