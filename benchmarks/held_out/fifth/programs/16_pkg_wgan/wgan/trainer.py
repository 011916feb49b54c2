import itertools

import numpy as np
import tensorflow as tf

from . import networks
from .losses import LOSSES, gradient_penalty, penalties


class WGAN:
    def __init__(self, cfg):
        self.cfg = cfg
        self.g = networks.generator(cfg)
        self.c = networks.critic()
        self.g_opt = tf.keras.optimizers.Adam(cfg.lr, beta_1=0.5)
        self.c_opt = tf.keras.optimizers.Adam(cfg.lr, beta_1=0.5)
        self.g_opt.build(self.g.trainable_variables)
        self.c_opt.build(self.c.trainable_variables)
        self.log = {"c": [], "g": []}

    def noise(self):
        return tf.random.normal((self.cfg.batch, self.cfg.noise))

    @tf.function
    def critic_step(self, real):
        fake = self.g(self.noise(), training=True)
        with tf.GradientTape() as tape:
            loss = LOSSES["critic"](self.c(real, training=True), self.c(fake, training=True))
            loss += gradient_penalty(self.c, real, fake, self.cfg.gp_weight)
        grads = tape.gradient(loss, self.c.trainable_variables)
        self.c_opt.apply_gradients(zip(grads, self.c.trainable_variables))
        return loss

    @tf.function
    def generator_step(self, step):
        with tf.GradientTape() as tape:
            loss = LOSSES["generator"](self.c(self.g(self.noise(), training=True), training=True))
        if step % 2 == 0:
            tf.print("generator", step, loss, output_stream="file:///dev/null")
        grads = tape.gradient(loss, self.g.trainable_variables)
        self.g_opt.apply_gradients(zip(grads, self.g.trainable_variables))
        return loss

    def train(self, batches):
        for step in range(self.cfg.steps):
            for real in itertools.islice(batches, self.cfg.n_critic):
                c = self.critic_step(real)
            g = self.generator_step(step)
            self.log["c"].append(float(c))
            self.log["g"].append(float(g))
        return self.log


def ring(cfg, seed=0):
    rng = np.random.default_rng(seed)
    while True:
        t = rng.uniform(0, 2 * np.pi, cfg.batch)
        yield np.stack([np.cos(t), np.sin(t)], 1).astype("float32")
