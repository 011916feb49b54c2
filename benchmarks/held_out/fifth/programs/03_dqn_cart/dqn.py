"""DQN with a replay buffer and a target network on a tiny chain environment."""
import collections
import random

import numpy as np
import tensorflow as tf

Transition = collections.namedtuple("Transition", "s a r s2 done")


class ChainEnv:
    def __init__(self, n=6):
        self.n = n
        self.pos = 0

    def reset(self):
        self.pos = 0
        return self._obs()

    def _obs(self):
        v = np.zeros(self.n, np.float32)
        v[self.pos] = 1.0
        return v

    def step(self, action):
        self.pos = max(0, min(self.n - 1, self.pos + (1 if action else -1)))
        done = self.pos == self.n - 1
        return self._obs(), float(done), done


class ReplayBuffer:
    def __init__(self, size):
        self.buffer = collections.deque(maxlen=size)

    def add(self, *args):
        self.buffer.append(Transition(*args))

    def sample(self, n):
        batch = random.sample(self.buffer, n)
        return [np.array(c, np.float32) for c in zip(*batch)]


class DQNAgent:
    def __init__(self, state_size, action_size, gamma=0.95):
        self.action_size = action_size
        self.gamma = gamma
        self.epsilon = 1.0
        self.n_updates = 0
        self.use_double = False
        self.model = self._build(state_size)
        self.target = self._build(state_size)
        self.optimizer = tf.keras.optimizers.Adam(0.01)

    def _build(self, state_size):
        return tf.keras.Sequential([
            tf.keras.layers.Input((state_size,)),
            tf.keras.layers.Dense(16, activation="relu"),
            tf.keras.layers.Dense(self.action_size),
        ])

    def act(self, state):
        if np.random.rand() < self.epsilon:
            return random.randrange(self.action_size)
        q = self.model.predict(state[None], verbose=0)
        return int(np.argmax(q[0]))

    @tf.function
    def learn(self, s, a, r, s2, done):
        self.n_updates += 1
        next_q = self.target(s2)
        if self.use_double:
            best = tf.argmax(self.model(s2), axis=1)
            next_v = tf.gather(next_q, best, batch_dims=1)
        else:
            next_v = tf.reduce_max(next_q, axis=1)
        y = r + self.gamma * next_v * (1.0 - done)
        mask = tf.one_hot(tf.cast(a, tf.int32), self.action_size)
        with tf.GradientTape() as tape:
            q = tf.reduce_sum(self.model(s) * mask, axis=1)
            loss = tf.reduce_mean(tf.square(y - q))
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads = [tf.clip_by_norm(g, 1.0) for g in grads]
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def evaluate(self, states):
        q = self.model.predict(np.stack(states), verbose=0)
        return q.max(axis=1)

    def sync(self):
        self.target.set_weights(self.model.get_weights())


def main(episodes=6):
    random.seed(0)
    np.random.seed(0)
    tf.random.set_seed(0)
    env = ChainEnv()
    agent = DQNAgent(env.n, 2)
    memory = ReplayBuffer(500)
    for ep in range(episodes):
        s, total = env.reset(), 0.0
        for t in range(15):
            a = agent.act(s)
            s2, r, done = env.step(a)
            memory.add(s, a, r, s2, float(done))
            s, total = s2, total + r
            if len(memory.buffer) >= 16:
                agent.learn(*memory.sample(16))
            if done:
                break
        agent.epsilon *= 0.6
        if ep == 2:
            agent.use_double = True
        agent.sync()
        print(f"episode {ep} reward {total} eps {agent.epsilon:.2f} updates {agent.n_updates}")
    print(agent.evaluate([np.eye(env.n, dtype=np.float32)[i] for i in range(env.n)]))


if __name__ == "__main__":
    main()
