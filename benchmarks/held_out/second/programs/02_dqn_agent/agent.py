import random
from collections import deque

import numpy as np
import tensorflow as tf


class ReplayBuffer:
    def __init__(self, size=500):
        self.memory = deque(maxlen=size)

    def push(self, *transition):
        self.memory.append(transition)

    def sample(self, n):
        batch = random.sample(self.memory, n)
        return [np.array(x, dtype="float32") for x in zip(*batch)]


class DQNAgent:
    def __init__(self, n_states, n_actions):
        self.n_actions = n_actions
        self.gamma = 0.95
        self.epsilon = 1.0
        self.tau = 0.1
        self.updates = 0
        self.buffer = ReplayBuffer()
        self.model = self._build(n_states, n_actions)
        self.target = self._build(n_states, n_actions)
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    def _build(self, n_in, n_out):
        return tf.keras.Sequential([
            tf.keras.layers.Input((n_in,)),
            tf.keras.layers.Dense(16, activation="relu"),
            tf.keras.layers.Dense(n_out),
        ])

    def act(self, state):
        if np.random.rand() <= self.epsilon:
            return random.randrange(self.n_actions)
        q = self.model.predict(state[None], verbose=0)
        return int(np.argmax(q[0]))

    @tf.function
    def learn(self, s, a, r, s2, done):
        q_next = tf.reduce_max(self.target(s2), axis=1)
        y = r + self.gamma * q_next * (1.0 - done)
        with tf.GradientTape() as tape:
            q = self.model(s)
            mask = tf.one_hot(tf.cast(a, tf.int32), self.n_actions)
            loss = tf.reduce_mean(tf.square(y - tf.reduce_sum(q * mask, axis=1)))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        for w, t in zip(self.model.trainable_variables, self.target.trainable_variables):
            t.assign(self.tau * w + (1.0 - self.tau) * t)
        self.updates += 1
        return loss


def run(episodes=3):
    agent = DQNAgent(4, 2)
    agent.model(np.zeros((1, 4), "float32"))
    for ep in range(episodes):
        state = np.random.randn(4).astype("float32")
        for t in range(8):
            action = agent.act(state)
            nxt = np.random.randn(4).astype("float32")
            agent.buffer.push(state, action, 1.0, nxt, float(t == 7))
            state = nxt
        agent.learn(*agent.buffer.sample(8))
        agent.epsilon = max(0.05, agent.epsilon * 0.3)
        agent.tau = agent.tau * 0.5
        print("episode", ep, "eps", agent.epsilon, "updates", agent.updates)


if __name__ == "__main__":
    run()
