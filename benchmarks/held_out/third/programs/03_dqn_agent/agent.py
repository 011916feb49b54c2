import random

import numpy as np
import tensorflow as tf

from replay import ReplayBuffer

N_ACTIONS = 3


def q_network():
    return tf.keras.Sequential([
        tf.keras.Input((4,)),
        tf.keras.layers.Dense(16, activation="relu"),
        tf.keras.layers.Dense(N_ACTIONS),
    ])


class DQNAgent:
    def __init__(self, gamma=0.9):
        self.q, self.target = q_network(), q_network()
        self.optimizer = tf.keras.optimizers.Adam(1e-3)
        self.buffer = ReplayBuffer()
        self.gamma = gamma
        self.epsilon = 1.0
        self.updates = 0

    def act(self, state):
        if random.random() < self.epsilon:
            return random.randrange(N_ACTIONS)
        return int(tf.argmax(self.q(state[None]), axis=1)[0].numpy())

    @tf.function
    def td_step(self, s, a, r, s2):
        target = r + self.gamma * tf.reduce_max(self.target(s2), axis=1)
        with tf.GradientTape() as tape:
            q = tf.gather(self.q(s), a, axis=1, batch_dims=1)
            loss = tf.reduce_mean(tf.square(target - q))
        grads = tape.gradient(loss, self.q.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.q.trainable_variables))
        self.updates += 1
        return loss

    def learn(self, batch_size=8):
        batch = [tf.constant(b) for b in self.buffer.sample(batch_size)]
        loss = self.td_step(*batch)
        if self.updates % 4 == 0:
            self.target.set_weights(self.q.get_weights())
        return loss

    def end_episode(self, episode):
        self.epsilon *= 0.8
        self.gamma = min(0.99, self.gamma + 0.02)


def main(episodes=3):
    agent = DQNAgent()
    state = np.zeros(4, "float32")
    for ep in range(episodes):
        for _ in range(10):
            action = agent.act(state)
            nxt = np.random.normal(size=4).astype("float32")
            agent.buffer.add(state, action, float(action), nxt)
            state = nxt
        losses = [agent.learn() for _ in range(4)]
        agent.end_episode(ep)
        print("episode", ep, "loss", np.mean(losses), "eps", agent.epsilon)
    return agent


if __name__ == "__main__":
    main()
