import logging

import numpy as np
import tensorflow as tf

log = logging.getLogger("ppo")


class PPO:
    def __init__(self, cfg, n_obs, n_act):
        self.cfg = cfg
        self.pi = tf.keras.Sequential([tf.keras.Input((n_obs,)), tf.keras.layers.Dense(16, "tanh"), tf.keras.layers.Dense(n_act)])
        self.opt = tf.keras.optimizers.Adam(cfg.lr)
        self.opt.build(self.pi.trainable_variables)
        self.stats = {}

    @tf.function
    def act(self, obs):
        logits = self.pi(obs[None])
        a = tf.random.categorical(logits, 1)[0, 0]
        return a, tf.nn.log_softmax(logits)[0, a]

    @tf.function
    def update(self, obs, act, adv, logp):
        with tf.GradientTape() as tape:
            lp = tf.nn.log_softmax(self.pi(obs))
            new = tf.reduce_sum(lp * tf.one_hot(tf.cast(act, tf.int32), lp.shape[-1]), 1)
            ratio = tf.exp(new - logp)
            clipped = tf.clip_by_value(ratio, 1 - self.cfg.clip, 1 + self.cfg.clip)
            loss = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv))
        grads = tape.gradient(loss, self.pi.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.pi.trainable_variables))
        kl = tf.reduce_mean(logp - new)
        self.stats.update(kl=kl, loss=loss)
        if kl > 1.5:
            log.warning("early stop, kl %s", kl)
        return loss, kl
