import logging

import numpy as np
import tensorflow as tf

logger = logging.getLogger("a2c")


class ActorCritic(tf.keras.Model):
    def __init__(self, n_actions):
        super().__init__()
        self.body = tf.keras.layers.Dense(16, activation="tanh")
        self.pi = tf.keras.layers.Dense(n_actions)
        self.v = tf.keras.layers.Dense(1)
        self.last_value = None

    def call(self, s):
        h = self.body(s)
        value = tf.squeeze(self.v(h), -1)
        self.last_value = value
        return self.pi(h), value


class Agent:
    def __init__(self, cfg, n_actions):
        self.cfg = cfg
        self.net = ActorCritic(n_actions)
        self.net(np.zeros((1, 3), "float32"))
        self.opt = tf.keras.optimizers.RMSprop(7e-3)
        self.opt.build(self.net.trainable_variables)
        self.entropy_coef = cfg.ent
        self.reward_scale = tf.Variable(1.0, trainable=False)

    def act(self, state):
        logits, _ = self.net(np.array([state], "float32"))
        return int(tf.random.categorical(logits, 1)[0, 0])

    def value(self, state):
        return float(self.net(np.array([state], "float32"))[1][0])

    @tf.function(reduce_retracing=True)
    def update(self, s, a, ret):
        with tf.GradientTape() as tape:
            logits, v = self.net(s)
            adv = ret * self.reward_scale - v
            logp = -tf.nn.sparse_softmax_cross_entropy_with_logits(a, logits)
            p = tf.nn.softmax(logits)
            ent = -tf.reduce_sum(p * tf.math.log(p + 1e-8), -1)
            loss = tf.reduce_mean(-logp * tf.stop_gradient(adv) + 0.5 * adv ** 2)
            loss -= self.entropy_coef * tf.reduce_mean(ent)
        grads = tape.gradient(loss, self.net.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, self.cfg.clip)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        logger.warning("update norm=%s", norm)
        return loss
