import tensorflow as tf

from .base import Agent
from .memory import Episode
from .nets import Normalizer, mlp


class Rollout:
    """Tensors of one episode plus settings; handed to the learner."""

    def __init__(self, episode, gamma, clip):
        self.obs = tf.constant(episode.obs)
        self.actions = tf.constant(episode.actions)
        self.returns = tf.constant(episode.returns(gamma))
        self.clip = clip


class PpoAgent(Agent, name="ppo"):
    entropy_coef = 0.01

    def build(self):
        self.net = mlp(self.obs_dim, self.num_actions)
        self.value = mlp(self.obs_dim, 1)
        self.norm = Normalizer(self.obs_dim)
        self.variables = self.net.trainable_variables + self.value.trainable_variables
        self.optimizer.build(self.variables)
        self.episode = Episode()
        self.rollouts = []
        self._warm = tf.function(self.normalise)

    def observe(self, obs, action, reward, next_obs, done):
        self.episode.add(obs, action, reward)
        if done:
            rollout = Rollout(self.episode, self.gamma, 0.2)
            old = self.log_prob(self.net(rollout.obs), rollout.actions)
            loss = self.learn(rollout, old)
            self.writer.scalar("ppo/loss", loss, self.epsilon.t)
            self.episode = Episode()

    def log_prob(self, logits, actions):
        return tf.gather(tf.nn.log_softmax(logits), actions, axis=1, batch_dims=1)

    def normalise(self, obs):
        return self.norm.update(obs)

    def warm_up(self, obs):
        """Feed a few observations to the normaliser before training."""
        for row in obs:
            self._warm(row[None])

    @tf.function
    def learn(self, rollout, old_log_prob):
        logits = self.net(rollout.obs)
        probs = tf.nn.softmax(logits)
        entropy = -tf.reduce_mean(tf.reduce_sum(probs * tf.math.log(probs + 1e-8), -1))
        with tf.GradientTape() as tape:
            advantage = rollout.returns - tf.squeeze(self.value(rollout.obs), -1)
            ratio = tf.exp(self.log_prob(self.net(rollout.obs), rollout.actions) - old_log_prob)
            clipped = tf.clip_by_value(ratio, 1.0 - rollout.clip, 1.0 + rollout.clip)
            gain = tf.minimum(ratio, clipped) * tf.stop_gradient(advantage)
            loss = tf.reduce_mean(tf.square(advantage)) - tf.reduce_mean(gain) - self.entropy_coef * entropy
        grads = tape.gradient(loss, self.variables)
        if len(grads) != len(self.variables):
            raise RuntimeError("gradient list does not match")
        self.optimizer.apply_gradients(zip(grads, self.variables))
        self.writer.gauge("entropy", entropy)
        return loss
