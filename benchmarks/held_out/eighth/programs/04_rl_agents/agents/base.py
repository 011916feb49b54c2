import abc

import keras
import numpy as np
import tensorflow as tf

from .schedules import Linear

AGENTS = {}


class Agent(abc.ABC):
    """Acting and bookkeeping shared by the agents."""

    def __init_subclass__(cls, name=None, **kwargs):
        super().__init_subclass__(**kwargs)
        if name:
            AGENTS[name] = cls

    def __init__(self, obs_dim, num_actions, writer, gamma=0.95):
        self.obs_dim, self.num_actions, self.gamma = obs_dim, num_actions, gamma
        self.writer = writer
        self.epsilon = Linear(1.0, 0.05, 150)
        self.updates = 0
        self.optimizer = keras.optimizers.Adam(5e-3)
        self.build()

    @abc.abstractmethod
    def build(self):
        ...

    @abc.abstractmethod
    def observe(self, obs, action, reward, next_obs, done):
        ...

    def act(self, obs):
        action = self.policy(tf.constant(obs[None]))
        return int(action[0])

    @tf.function
    def policy(self, obs):
        if np.random.rand() < self.epsilon.value():
            return tf.random.uniform([tf.shape(obs)[0]], 0, self.num_actions, tf.int64)
        return tf.argmax(self.scores(obs), -1)

    def scores(self, obs):
        return self.net(obs)

    def end_of_episode(self, total):
        self.epsilon.advance()
        self.writer.scalar("return", total, self.epsilon.t)
