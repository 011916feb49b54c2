"""Hyper-parameter sweep."""
import tensorflow as tf


class Net(tf.Module):
    def __init__(self, lr):
        super().__init__()
        self.w = tf.Variable(0.0)
        self.lr = lr

    @tf.function
    def fit_step(self, x):
        self.w.assign_add(self.lr * x)
        return self.w


def trial(lr):
    net = Net(lr)
    for _ in range(3):
        r = net.fit_step(tf.constant(1.0))
    return float(r)


def compile_all(lrs):
    best = None
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    for lr in lrs:
        model.compile(optimizer=tf.keras.optimizers.SGD(lr), loss="mse")
        model.fit(tf.ones([4, 1]), tf.ones([4, 1]), verbose=0)
    return best


def set_lr(lrs):
    model = tf.keras.Sequential([tf.keras.Input((1,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    for lr in lrs:
        model.optimizer.learning_rate = lr
        model.fit(tf.ones([4, 1]), tf.ones([4, 1]), verbose=0)


def main():
    results = {lr: trial(lr) for lr in (0.1, 0.2, 0.3)}
    compile_all([0.1, 0.01])
    set_lr([0.1, 0.01])
    return results


if __name__ == "__main__":
    print(main())
