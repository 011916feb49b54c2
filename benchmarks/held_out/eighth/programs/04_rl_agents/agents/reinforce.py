import tensorflow as tf

from .base import Agent
from .memory import Episode
from .nets import mlp


class ReinforceAgent(Agent, name="reinforce"):
    def build(self):
        self.net = mlp(self.obs_dim, self.num_actions)
        self.optimizer.build(self.net.trainable_variables)
        self.baseline = tf.Variable(0.0, trainable=False)
        self.episode = Episode()
        self.summary = tf.summary.create_file_writer("/tmp/agents_reinforce")

    def observe(self, obs, action, reward, next_obs, done):
        self.episode.add(obs, action, reward)
        if done:
            returns = self.episode.returns(self.gamma)
            loss = self.learn(tf.constant(self.episode.obs), tf.constant(self.episode.actions), tf.constant(returns))
            self.updates += 1
            self.writer.scalar("reinforce/loss", loss, self.updates)
            self.episode = Episode()

    @tf.function
    def learn(self, obs, actions, returns):
        self.baseline.assign(0.9 * self.baseline + 0.1 * tf.reduce_mean(returns))
        with tf.GradientTape() as tape:
            logp = tf.nn.log_softmax(self.net(obs))
            taken = tf.gather(logp, actions, axis=1, batch_dims=1)
            loss = -tf.reduce_mean(taken * (returns - self.baseline))
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        with self.summary.as_default():
            tf.summary.scalar("loss", loss, step=self.updates)
        return loss
