import tensorflow as tf

from .base import Agent
from .memory import ReplayMemory
from .nets import mlp


class DqnAgent(Agent, name="dqn"):
    sync_every = 10

    def build(self):
        self.net = mlp(self.obs_dim, self.num_actions)
        self.target = mlp(self.obs_dim, self.num_actions)
        self.target.set_weights(self.net.get_weights())
        self.optimizer.build(self.net.trainable_variables)
        self.memory = ReplayMemory(500, self.obs_dim)

    def observe(self, obs, action, reward, next_obs, done):
        self.memory.add(obs, action, reward, next_obs, done)
        if len(self.memory) >= 64:
            loss = self.learn()
            self.writer.scalar("dqn/loss", loss, self.updates)

    @tf.function
    def learn(self):
        batch = self.memory.sample(32)
        with tf.GradientTape() as tape:
            q = self.net(batch.obs)
            chosen = tf.gather(q, batch.action, axis=1, batch_dims=1)
            best = tf.reduce_max(self.target(batch.next_obs), -1)
            goal = tf.stop_gradient(batch.reward + self.gamma * (1.0 - batch.done) * best)
            loss = tf.reduce_mean(tf.square(goal - chosen))
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        self.updates += 1
        if self.updates % self.sync_every == 0:
            for t, s in zip(self.target.variables, self.net.variables):
                t.assign(s)
        return loss
