from __future__ import annotations

import logging
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

logger = logging.getLogger("ppo")


@dataclass
class PPOConfig:
    clip: float = 0.2
    lr: float = 3e-4
    entropy: float = 0.01
    hidden: list = field(default_factory=lambda: [16, 16])


class PPOTrainer:
    def __init__(self, obs_dim, n_actions, cfg: PPOConfig):
        self.cfg = cfg
        layers = [tf.keras.layers.Dense(h, activation="tanh") for h in cfg.hidden]
        self.policy = tf.keras.Sequential([tf.keras.Input((obs_dim,)), *layers, tf.keras.layers.Dense(n_actions)])
        self.optimizer = tf.keras.optimizers.Adam(cfg.lr)
        self.skipped = 0
        self.updates = tf.Variable(0, dtype=tf.int64)

    def _log_probs(self, obs, act):
        logits = self.policy(obs)
        return -tf.nn.sparse_softmax_cross_entropy_with_logits(act, logits), logits

    @tf.function
    def update(self, obs, act, old_logp, adv):
        with tf.GradientTape() as tape:
            logp, logits = self._log_probs(obs, act)
            ratio = tf.exp(logp - old_logp)
            clipped = tf.clip_by_value(ratio, 1 - self.cfg.clip, 1 + self.cfg.clip)
            ent = tf.reduce_mean(-tf.reduce_sum(tf.nn.softmax(logits) * tf.nn.log_softmax(logits), -1))
            loss = -tf.reduce_mean(tf.minimum(ratio * adv, clipped * adv)) - self.cfg.entropy * ent
        grads = tape.gradient(loss, self.policy.trainable_variables)
        try:
            loss = tf.debugging.check_numerics(loss, "policy loss")
            self.optimizer.apply_gradients(zip(grads, self.policy.trainable_variables))
        except tf.errors.InvalidArgumentError:
            logger.warning("skipping a bad minibatch")
            loss = tf.zeros_like(loss)
        self.updates.assign_add(1)
        return loss

    def safe_update(self, *batch):
        try:
            return self.update(*batch)
        except tf.errors.InvalidArgumentError:
            self.skipped += 1
            return None

    @tf.function
    def advantages(self, rewards, values, gamma=0.99):
        out = []
        running = tf.zeros_like(rewards[0])
        for r, v in zip(reversed(tf.unstack(rewards)), reversed(tf.unstack(values))):
            running = r + gamma * running
            out.insert(0, running - v)
        return tf.stack(out)
