import time

import numpy as np
import tensorflow as tf


class SpiralFitter:
    def __init__(self, field, solver, times, points):
        self.field, self.solver = field, solver
        self.times, self.points = tf.constant(times), tf.constant(points)
        self.field(self.points[:1])
        self.opt = tf.keras.optimizers.Adam(0.02)
        self.opt.build(list(field.trainable_variables))
        self.losses = []
        self.path = []
        self.noise = 0.05

    @tf.function
    def step(self):
        start = self.points[:1] + np.random.normal(0, self.noise, (1, 2)).astype("float32")
        with tf.GradientTape() as tape:
            path = self.solver.integrate(self.field, start, self.times)
            loss = tf.reduce_mean(tf.square(path[:, 0] - self.points))
        variables = list(self.field.trainable_variables)
        self.opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def fit(self, rounds):
        begin = time.time()
        for k in range(rounds):
            loss = self.step()
            self.losses.append(float(loss))
            self.noise *= 0.9
        print("fit", rounds, "rounds in", round(time.time() - begin, 1))

    @tf.function
    def coarse(self, count):
        times = tf.linspace(0.0, 4.0, count)
        return self.solver.integrate(self.field, self.points[:1], times)[-1, 0]

    def error_with(self, count):
        end = self.coarse(count + 1)
        return float(tf.norm(end - self.points[-1]))

    @tf.function
    def rollout(self, count, h):
        x = self.points[:1]
        for _ in tf.range(count):
            x = x + self.solver.increment(self.field, x, h)
            self.path.append(x)
        return x
