import random

import numpy as np
import tensorflow as tf

INNER_LR = 0.05
EPOCHS = 30


class SineTask:
    def __init__(self):
        self.a = random.uniform(0.5, 5.0)
        self.p = np.random.uniform(0, np.pi)

    def batch(self, k):
        x = np.random.uniform(-5, 5, (k, 1)).astype("float32")
        return x, (self.a * np.sin(x + self.p)).astype("float32")


def init_params():
    shapes = [(1, 16), (16,), (16, 1), (1,)]
    return [tf.Variable(tf.random.normal(s, stddev=0.3)) for s in shapes]


def forward(p, x):
    return tf.matmul(tf.nn.relu(tf.matmul(x, p[0]) + p[1]), p[2]) + p[3]


class MAML:
    def __init__(self):
        self.params = init_params()
        self.opt = tf.keras.optimizers.Adam(1e-3)
        self.outer_losses = []
        self.tasks_seen = 0

    def adapt(self, x, y, steps):
        fast = [tf.identity(p) for p in self.params]
        for _ in range(steps):
            with tf.GradientTape() as t:
                t.watch(fast)
                loss = tf.reduce_mean((forward(fast, x) - y) ** 2)
            fast = [p - INNER_LR * g for p, g in zip(fast, t.gradient(loss, fast))]
        return fast

    @tf.function
    def outer(self, xs, ys, xq, yq, steps):
        with tf.GradientTape() as tape:
            fast = self.adapt(xs, ys, steps)
            loss = tf.reduce_mean((forward(fast, xq) - yq) ** 2)
        grads = tape.gradient(loss, self.params)
        self.opt.apply_gradients(zip(grads, self.params))
        with open("outer.log", "a") as fh:
            fh.write(f"{loss}\n")
        self.outer_losses += [loss]
        self.tasks_seen += 1
        return loss

    def train(self, iterations):
        for it in range(iterations):
            task = SineTask()
            shots = random.randint(4, 12)
            (xs, ys), (xq, yq) = task.batch(shots), task.batch(10)
            loss = self.outer(xs, ys, xq, yq, 1)
            if it % 10 == 0:
                print(it, float(loss), self.tasks_seen)

    @tf.function
    def finetune(self, x, y):
        fast = [tf.Variable(p) for p in self.params]
        with tf.GradientTape() as t:
            loss = tf.reduce_mean((forward(fast, x) - y) ** 2)
        for v, g in zip(fast, t.gradient(loss, fast)):
            v.assign_sub(INNER_LR * g)
        return forward(fast, x)


if __name__ == "__main__":
    tf.random.set_seed(3)
    m = MAML()
    m.train(EPOCHS * 2)
    x, y = SineTask().batch(10)
    print(np.mean((m.finetune(x, y).numpy() - y) ** 2))
