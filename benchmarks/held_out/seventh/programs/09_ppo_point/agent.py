import math

import tensorflow as tf


class PPOHyper:
    def __init__(self, clip=0.2, entropy=0.01, vf_coef=0.5):
        self.clip = clip
        self.entropy = entropy
        self.vf_coef = vf_coef

    def annealed(self, frac):
        return PPOHyper(self.clip * frac, self.entropy * frac, self.vf_coef)


class LoggerMixin:
    """Keeps scalar summaries in memory."""

    def init_logger(self):
        self.scalars = {}

    def log_scalar(self, name, value):
        self.scalars.setdefault(name, []).append(value)


class GaussianPolicy(tf.Module):
    def __init__(self, obs_dim, act_dim, width=32):
        super().__init__()
        init = tf.random.Generator.from_seed(1)
        self.w1 = tf.Variable(init.normal((obs_dim, width)) * 0.3)
        self.w2 = tf.Variable(init.normal((width, act_dim)) * 0.1)
        self.log_std = tf.Variable(tf.fill([act_dim], -0.5))

    def mean(self, obs):
        return tf.matmul(tf.nn.tanh(tf.matmul(obs, self.w1)), self.w2)

    def log_prob(self, obs, act):
        z = (act - self.mean(obs)) / tf.exp(self.log_std)
        return tf.reduce_sum(-0.5 * z * z - self.log_std - 0.5 * math.log(2 * math.pi), -1)

    @tf.function(input_signature=[tf.TensorSpec((None, 2), tf.float32)])
    def sample(self, obs):
        mu = self.mean(obs)
        return mu + tf.exp(self.log_std) * tf.random.normal(tf.shape(mu))


class PPOAgent(LoggerMixin):
    def __init__(self, hyper):
        self.init_logger()
        self.hyper = hyper
        self.policy = GaussianPolicy(2, 2)
        self.value = tf.keras.Sequential([tf.keras.layers.Dense(32, "tanh"), tf.keras.layers.Dense(1)])
        self.value.build((None, 2))
        self.opt = tf.keras.optimizers.Adam(5e-3)
        self.stop_early = False

    @property
    def variables(self):
        return list(self.policy.trainable_variables) + self.value.trainable_variables

    @tf.function
    def update(self, obs, act, adv, ret, old_logp, hyper):
        with tf.GradientTape() as tape:
            logp = self.policy.log_prob(obs, act)
            ratio = tf.exp(logp - old_logp)
            clipped = tf.clip_by_value(ratio, 1 - hyper.clip, 1 + hyper.clip)
            pg = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv))
            vf = tf.reduce_mean(tf.square(self.value(obs)[:, 0] - ret))
            ent = tf.reduce_sum(self.policy.log_std)
            loss = pg + hyper.vf_coef * vf - hyper.entropy * ent
        grads = tape.gradient(loss, self.variables)
        self.opt.apply_gradients(zip(grads, self.variables))
        kl = tf.reduce_mean(old_logp - logp)
        self.log_scalar("kl", kl)
        self.stop_early = kl > 0.02
        return loss, kl
