"""DQN on a small grid world."""
import collections
import random

import numpy as np
import tensorflow as tf

from env import GridEnv


class ReplayBuffer:
    def __init__(self, capacity):
        self.data = collections.deque(maxlen=capacity)

    def add(self, *item):
        self.data.append(item)

    def sample(self, n):
        batch = random.sample(self.data, n)
        return [np.array(col, dtype="float32") for col in zip(*batch)]

    def __len__(self):
        return len(self.data)


def q_net(actions=4):
    return tf.keras.Sequential([
        tf.keras.layers.Input((4,)),
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dense(actions),
    ])


class Agent:
    def __init__(self, gamma=0.95, lr=5e-3, target_every=25):
        self.online, self.target = q_net(), q_net()
        self.target.set_weights(self.online.get_weights())
        self.opt = tf.keras.optimizers.Adam(lr)
        self.gamma = gamma
        self.target_every = target_every
        self.epsilon = 1.0
        self.learn_steps = 0
        self.action_counts = [0, 0, 0, 0]

    @tf.function
    def act(self, obs):
        if random.random() < self.epsilon:
            return tf.random.uniform([], 0, 4, dtype=tf.int64)
        return tf.argmax(self.online(obs[None])[0])

    @tf.function
    def greedy(self, obs):
        return tf.argmax(self.online(obs[None])[0])

    @tf.function
    def learn(self, obs, act, rew, nxt, done):
        self.learn_steps += 1
        q_next = tf.reduce_max(self.target(nxt), -1)
        goal = rew + self.gamma * (1.0 - done) * q_next
        with tf.GradientTape() as tape:
            q = tf.gather(self.online(obs), tf.cast(act, tf.int32), batch_dims=1)
            td = goal - q
            loss = tf.reduce_mean(tf.where(tf.abs(td) < 1.0, 0.5 * td * td, tf.abs(td) - 0.5))
        grads = tape.gradient(loss, self.online.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.online.trainable_variables))
        if self.learn_steps % self.target_every == 0:
            for w, t in zip(self.online.variables, self.target.variables):
                t.assign(w)
        return loss

    def decay(self, rate=0.97):
        self.epsilon = max(0.05, self.epsilon * rate)


@tf.function
def discounted(rewards, gamma):
    total = tf.constant(0.0)
    for r in tf.reverse(rewards, [0]):
        total = r + gamma * total
    return total


def run_episode(env, agent, buffer=None, explore=True):
    obs, done, rewards = env.reset(), False, []
    while not done:
        action = int(agent.act(tf.constant(obs)) if explore else agent.greedy(tf.constant(obs)))
        agent.action_counts[action] += 1
        nxt, reward, done = env.step(action)
        if buffer is not None:
            buffer.add(obs, action, reward, nxt, float(done))
        rewards.append(reward)
        obs = nxt
    return rewards


def main():
    random.seed(0)
    tf.random.set_seed(0)
    env, agent, buffer = GridEnv(), Agent(), ReplayBuffer(2000)
    returns, losses = [], []
    updates = 0
    for episode in range(40):
        rewards = run_episode(env, agent, buffer)
        ret = discounted(tf.constant(rewards, tf.float32), agent.gamma)
        returns.append(float(ret))
        agent.decay()
        if len(buffer) > 64:
            for _ in range(4):
                loss = agent.learn(*[tf.constant(c) for c in buffer.sample(32)])
                losses.append(loss.numpy())
                updates += 1
        if episode % 10 == 9:
            print("episode", episode + 1, "eps", round(agent.epsilon, 3), "return", np.mean(returns[-10:]))
    gap = max(float(tf.reduce_max(tf.abs(a - b))) for a, b in zip(agent.online.weights, agent.target.weights))
    print("updates", updates, "learn_steps", agent.learn_steps, "target gap", gap)
    print("greedy episode length", len(run_episode(env, agent, explore=False)))


if __name__ == "__main__":
    main()
