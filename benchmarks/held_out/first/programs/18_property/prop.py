import tensorflow as tf


class Scheduled:
    """Temperature follows the epoch."""

    def __init__(self, start=2.0):
        self._epoch = 0
        self.start = start
        self.trace = tf.Variable(0.0)

    @property
    def temperature(self):
        return self.start / (1 + self._epoch)

    @property
    def epoch(self):
        return self._epoch

    @epoch.setter
    def epoch(self, value):
        self._epoch = value
        self.trace.assign(float(value))

    @tf.function
    def soft(self, logits):
        return tf.nn.softmax(logits / self.temperature) + 0.0 * self.trace

    def hard(self, logits):
        return tf.nn.softmax(logits / self.temperature)


def main():
    s = Scheduled()
    x = tf.constant([1.0, 2.0])
    outs = []
    for e in range(3):
        s.epoch = e
        outs.append((s.soft(x).numpy(), s.hard(x).numpy()))
    return outs


if __name__ == "__main__":
    for a, b in main():
        print(a, b)
