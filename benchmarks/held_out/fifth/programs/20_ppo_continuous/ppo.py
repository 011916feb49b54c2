"""PPO with a Gaussian policy on a point-mass task."""
import argparse
import logging
import random
from collections import namedtuple

import numpy as np
import tensorflow as tf

logger = logging.getLogger("ppo")
Batch = namedtuple("Batch", "obs act logp adv ret")


class PointMass:
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)

    def reset(self):
        self.x = self.rng.uniform(-1, 1, 2)
        return self.x.astype("float32")

    def step(self, a):
        self.x = np.clip(self.x + 0.1 * a, -2, 2)
        return self.x.astype("float32"), -float(np.sum(self.x ** 2))


class GaussianPolicy(tf.Module):
    def __init__(self, dim):
        self.net = tf.keras.Sequential([tf.keras.layers.Input((dim,)),
                                        tf.keras.layers.Dense(16, activation="tanh"),
                                        tf.keras.layers.Dense(dim)])
        self.log_std = tf.Variable(tf.zeros(dim))

    def logp(self, obs, act):
        mu = self.net(obs)
        z = (act - mu) / tf.exp(self.log_std)
        return -0.5 * tf.reduce_sum(z ** 2 + 2 * self.log_std, -1)

    def sample(self, obs):
        mu = self.net(obs[None])[0]
        return mu + tf.exp(self.log_std) * tf.random.normal(mu.shape)


class PPO:
    def __init__(self, dim, clip=0.2, target_kl=0.05):
        self.pi = GaussianPolicy(dim)
        self.vf = tf.keras.Sequential([tf.keras.layers.Input((dim,)), tf.keras.layers.Dense(1)])
        self.opt = tf.keras.optimizers.Adam(3e-3)
        self.clip = clip
        self.target_kl = target_kl
        self.kl_values = []
        self.updates = 0
        self.params = list(self.pi.trainable_variables) + self.vf.trainable_variables
        self.opt.build(self.params)

    def surrogate(self, b):
        ratio = tf.exp(self.pi.logp(b.obs, b.act) - b.logp)
        clipped = tf.clip_by_value(ratio, 1 - self.clip, 1 + self.clip)
        return -tf.reduce_mean(tf.minimum(ratio * b.adv, clipped * b.adv))

    @tf.function
    def update(self, b):
        with tf.GradientTape() as tape:
            pl = self.surrogate(b)
            vl = tf.reduce_mean((b.ret - tf.squeeze(self.vf(b.obs), -1)) ** 2)
            loss = pl + 0.5 * vl
        self.opt.apply_gradients(zip(tape.gradient(loss, self.params), self.params))
        kl = tf.reduce_mean(b.logp - self.pi.logp(b.obs, b.act))
        if kl > self.target_kl:
            tf.print("early stop", kl, output_stream="file:///dev/null")
        self.kl_values.append(kl)
        logger.warning("kl=%s", kl)
        return loss, kl

    def rollout(self, env, n):
        obs, acts, rews = [], [], []
        o = env.reset()
        for _ in range(n):
            a = self.pi.sample(o).numpy()
            obs.append(o); acts.append(a)
            o, r = env.step(a)
            rews.append(r)
        ret = np.cumsum(rews[::-1])[::-1].astype("float32")
        obs, acts = np.stack(obs), np.stack(acts)
        logp = self.pi.logp(obs, acts)
        adv = ret - ret.mean()
        return Batch(*[tf.convert_to_tensor(v) for v in (obs, acts, logp, adv, ret)])


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--iters", type=int, default=3)
    ap.add_argument("--seed", type=int, default=random.randint(0, 9))
    args = ap.parse_args()
    env, algo = PointMass(args.seed), PPO(2)
    for it in range(args.iters):
        batch = algo.rollout(env, 20)
        for _ in range(4):
            loss, kl = algo.update(batch)
            algo.updates += 1
        algo.clip *= 0.5
        print(f"iter {it} loss {loss.numpy():.3f} kl {float(kl):.4f} clip {algo.clip}")
    print(algo.updates, len(algo.kl_values))


if __name__ == "__main__":
    main()
