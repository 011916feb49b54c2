import random
from collections import deque

import numpy as np
import tensorflow as tf
from tensorflow import keras


class DQNAgent:
    def __init__(self, state_size, n_actions):
        self.n_actions = n_actions
        self.memory = deque(maxlen=2000)
        self.gamma = 0.99
        self.epsilon = 1.0
        self.epsilon_min = 0.05
        self.epsilon_decay = 0.98
        self.updates = 0
        self.loss_log = []
        self.model = self._build(state_size)
        self.target = self._build(state_size)
        self.optimizer = keras.optimizers.Adam(1e-3)
        self.huber = keras.losses.Huber()

    def _build(self, n):
        return keras.Sequential([
            keras.layers.Input((n,)),
            keras.layers.Dense(24, activation="relu"),
            keras.layers.Dense(self.n_actions),
        ])

    def remember(self, *transition):
        self.memory.append(transition)

    def act(self, state):
        if random.random() < self.epsilon:
            return random.randrange(self.n_actions)
        q_values = self.model.predict(state, verbose=0)
        return int(np.argmax(q_values[0]))

    @tf.function
    def _learn(self, s, a, r, s2, done):
        q_next = tf.reduce_max(self.target(s2), axis=1)
        y = r + self.gamma * q_next * (1.0 - done)
        with tf.GradientTape() as tape:
            q = tf.reduce_sum(self.model(s) * tf.one_hot(a, self.n_actions), axis=1)
            loss = self.huber(y, q)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.updates += 1
        self.loss_log.append(loss)
        return loss

    def replay(self, batch_size):
        batch = random.sample(self.memory, batch_size)
        s, a, r, s2, d = map(np.array, zip(*batch))
        loss = self._learn(s.astype("float32"), a, r.astype("float32"), s2.astype("float32"), d.astype("float32"))
        if self.updates % 50 == 0:
            self.target.set_weights(self.model.get_weights())
        return loss
