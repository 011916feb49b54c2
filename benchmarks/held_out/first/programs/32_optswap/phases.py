"""Warm up with SGD, then Adam."""
import tensorflow as tf


class Runner:
    def __init__(self, model):
        self.model = model
        self.opt = tf.keras.optimizers.SGD(0.0)
        self.opt.build(model.trainable_variables)
        self.adam = tf.keras.optimizers.Adam(0.5)
        self.adam.build(model.trainable_variables)
        self.phase = "warm"

    def grads(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.model(x) - 3.0) ** 2)
        return loss, tape.gradient(loss, self.model.trainable_variables)

    @tf.function
    def step(self, x):
        loss, g = self.grads(x)
        self.opt.apply_gradients(zip(g, self.model.trainable_variables))
        return loss

    @tf.function
    def step_with(self, x, lr):
        loss, g = self.grads(x)
        for v, d in zip(self.model.trainable_variables, g):
            v.assign_sub(lr * d)
        return loss

    def advance(self):
        self.phase, self.opt = "main", self.adam


def main():
    m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    r = Runner(m)
    x = tf.ones([4, 2])
    losses = [float(r.step(x)) for _ in range(3)]
    r.advance()
    losses += [float(r.step(x)) for _ in range(3)]
    r.adam.learning_rate = 0.1
    for lr in (0.1, 0.01):
        r.step_with(x, tf.convert_to_tensor(lr))
    return losses


if __name__ == "__main__":
    print(main())
