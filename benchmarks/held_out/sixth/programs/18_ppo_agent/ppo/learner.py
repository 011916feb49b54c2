import logging

import keras
import tensorflow as tf

from .advantages import GAE

log = logging.getLogger("ppo.learner")


class ActorCritic(keras.Model):
    def __init__(self, n_act, width=24):
        super().__init__()
        self.body = keras.layers.Dense(width, activation="tanh")
        self.pi, self.v = keras.layers.Dense(n_act), keras.layers.Dense(1)

    def call(self, obs):
        h = self.body(obs)
        return self.pi(h), tf.squeeze(self.v(h), -1)


class Learner:
    def __init__(self, net, cfg):
        self.net, self.cfg = net, cfg
        self.opt = keras.optimizers.Adam(cfg.lr)
        self.kl_log = []
        self.n_bad = 0

    def _logp(self, logits, actions):
        try:
            return tf.gather(tf.nn.log_softmax(logits), actions, batch_dims=1)
        except tf.errors.InvalidArgumentError:
            self.n_bad += 1
            return tf.zeros_like(actions, tf.float32)

    @tf.function
    def update(self, obs, actions, rewards, dones, old_logp):
        _, values = self.net(obs)
        adv = GAE[self.cfg.gae](rewards, values, dones, self.cfg.gamma, self.cfg.lam)
        returns = tf.stop_gradient(adv + values[:-1])
        adv = tf.stop_gradient((adv - tf.reduce_mean(adv)) / (tf.math.reduce_std(adv) + 1e-6))
        checked = tf.gather(old_logp, tf.argmax(dones) + tf.shape(adv, tf.int64)[0])
        with tf.GradientTape() as tape:
            logits, v = self.net(obs[:-1])
            logp = self._logp(logits, actions)
            ratio = tf.exp(logp - old_logp)
            clipped = tf.clip_by_value(ratio, 1 - self.cfg.clip, 1 + self.cfg.clip)
            policy = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv))
            p = tf.nn.softmax(logits)
            entropy = -tf.reduce_mean(tf.reduce_sum(p * tf.math.log(p + 1e-8), -1))
            loss = policy + 0.5 * tf.reduce_mean((returns - v) ** 2) - self.cfg.entropy * entropy
        grads, norm = tf.clip_by_global_norm(tape.gradient(loss, self.net.trainable_variables), 1.0)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        tf.debugging.assert_all_finite(norm, "gradient norm")
        self.log_kl(tf.reduce_mean(old_logp - logp))
        return loss

    def log_kl(self, kl):
        self.kl_log.append(kl)
        if self.cfg.debug:
            tf.print("kl", kl)

    @tf.function
    def act(self, obs):
        logits, _ = self.net(obs[None])
        action = tf.random.categorical(logits, 1, dtype=tf.int32)[0, 0]
        return action, tf.nn.log_softmax(logits)[0, action]
