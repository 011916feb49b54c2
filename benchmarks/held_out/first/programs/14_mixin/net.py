import tensorflow as tf
from mix import LogMixin, ShapeMixin


class Net(LogMixin, ShapeMixin, tf.Module):
    def __init__(self):
        super().__init__(name="net")
        self.w = tf.Variable(tf.ones([2, 2]))

    @tf.function
    def __call__(self, x):
        x = self.check(x)
        y = x @ self.w
        self.say("forward done, mean %s", tf.reduce_mean(y))
        return y


def main():
    net = Net()
    for _ in range(3):
        y = net(tf.ones([1, 2]))
    net.say("final %s", y.numpy())
    return net


if __name__ == "__main__":
    main()
