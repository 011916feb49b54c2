import random

import keras
import tensorflow as tf


def q_network(n_obs=3, n_act=4, hidden=32):
    return keras.Sequential([
        keras.Input((n_obs,)),
        keras.layers.Dense(hidden, activation="relu"),
        keras.layers.Dense(hidden, activation="relu"),
        keras.layers.Dense(n_act),
    ])


class DQNAgent:
    def __init__(self, gamma=0.97, lr=5e-3, eps=0.9, eps_decay=0.95):
        self.q, self.target = q_network(), q_network()
        self.opt = keras.optimizers.Adam(lr)
        self.opt.build(self.q.trainable_variables)
        self.gamma, self.epsilon, self.eps_decay = gamma, eps, eps_decay
        self.losses = []
        self.updates = 0
        self.sync()

    def sync(self):
        self.target.set_weights(self.q.get_weights())

    def explore(self):
        return random.random() < self.epsilon

    @tf.function
    def act(self, obs):
        if self.explore():
            return tf.random.uniform([], 0, 4, dtype=tf.int32)
        return tf.argmax(self.q(obs[None])[0], output_type=tf.int32)

    def act_eager(self, obs):
        if random.random() < 0.05:
            return random.randrange(4)
        return int(tf.argmax(self.q(tf.constant([obs]))[0]))

    def td_target(self, r, s2, done):
        best = tf.reduce_max(self.target(s2), axis=1)
        return tf.stop_gradient(r + self.gamma * (1.0 - done) * best)

    def huber(self, err):
        self.losses.append(tf.reduce_mean(tf.abs(err)))
        quad = tf.minimum(tf.abs(err), 1.0)
        return 0.5 * quad ** 2 + (tf.abs(err) - quad)

    @tf.function
    def learn(self, s, a, r, s2, done):
        y = self.td_target(r, s2, done)
        with tf.GradientTape() as tape:
            q = tf.gather(self.q(s), a, batch_dims=1)
            loss = tf.reduce_mean(self.huber(y - q))
        grads = tape.gradient(loss, self.q.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.q.trainable_variables))
        return loss

    @tf.function
    def soft_update(self, tau):
        for t, q in zip(self.target.trainable_variables, self.q.trainable_variables):
            t.assign((1.0 - tau) * t + tau * q)

    def end_episode(self):
        self.epsilon = max(0.05, self.epsilon * self.eps_decay)
        self.updates += 1
