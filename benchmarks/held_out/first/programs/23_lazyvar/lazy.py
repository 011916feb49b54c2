from typing import Optional

import tensorflow as tf
from tensorflow import Variable as Var


class EMA(tf.Module):
    """Running mean of a tensor."""

    def __init__(self, decay=0.9):
        super().__init__()
        self.decay = decay
        self.avg: Optional[tf.Variable] = None

    def _ensure(self, x):
        if self.avg is None:
            self.avg = Var(tf.zeros_like(x), trainable=False)

    @tf.function
    def update(self, x):
        self._ensure(x)
        self.avg.assign(self.decay * self.avg + (1 - self.decay) * x)
        return self.avg.read_value()


class Whitening(tf.Module):
    @tf.function
    def __call__(self, x):
        mean, var = tf.nn.moments(x, [0])
        stats = dict(mean=Var(mean), var=Var(var))
        return (x - stats["mean"]) / tf.sqrt(stats["var"] + 1e-5)


def main():
    ema = EMA()
    for i in range(3):
        print(ema.update(tf.fill([2], float(i))))
    wh = Whitening()
    for _ in range(2):
        print(wh(tf.random.normal([4, 2])))


if __name__ == "__main__":
    main()
