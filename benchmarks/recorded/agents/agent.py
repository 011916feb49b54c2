"""An agent whose update is made by a factory from its parts."""

import time

import tensorflow as tf


class Space:
    def __init__(self, sizes, discrete=False):
        self.sizes = sizes
        self.discrete = discrete


class Policy(tf.Module):
    def __init__(self, space, hidden):
        super().__init__()
        self.space = space
        self.first = tf.Variable(tf.random.normal((space.sizes["in"], hidden)))
        self.second = tf.Variable(tf.random.normal((hidden, space.sizes["out"])))
        self.queries = 0

    def __call__(self, observation):
        self.queries += 1
        return tf.tanh(observation @ self.first) @ self.second

    @tf.function
    def act(self, observation, explore):
        start = time.perf_counter()
        values = self(observation)
        if explore:
            values += tf.random.normal(tf.shape(values))
        print("thought for", time.perf_counter() - start)
        return tf.argmax(values, -1) if self.space.discrete else values


class Agent:
    def __init__(self, policy, optimizer, settings):
        self.policy = policy
        self.optimizer = optimizer
        self.settings = settings
        self.statistics = {}
        self.update = self.make_update(settings["clip"])

    def make_update(self, clip):
        @tf.function
        def update(batch):
            with tf.GradientTape() as tape:
                error = self.policy(batch["observation"]) - batch["value"]
                loss = tf.reduce_mean(tf.clip_by_value(error**2, 0.0, clip))
            gradients = tape.gradient(loss, self.policy.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.policy.trainable_variables))
            self.statistics["loss"] = loss
            return loss

        return update


def make_target_update(source, target, tau, period=1):
    calls = []

    @tf.function
    def target_update():
        calls.append(period)
        print("update", tau)
        for one, other in zip(source.trainable_variables, target.trainable_variables):
            other.assign(tau * one + (1.0 - tau) * other)

    return target_update
