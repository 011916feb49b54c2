"""PPO for a point mass that must reach the origin."""
import time

import numpy as np
import tensorflow as tf

from agent import PPOAgent, PPOHyper


class PointEnv:
    def __init__(self, n, seed):
        self.n = n
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.pos = self.rng.uniform(-1, 1, (self.n, 2)).astype("float32")
        return self.pos

    def step(self, action):
        self.pos = np.clip(self.pos + 0.1 * np.clip(action, -1, 1), -2, 2).astype("float32")
        return self.pos, -np.linalg.norm(self.pos, axis=1)


def rollout(env, agent, horizon):
    obs_l, act_l, rew_l = [], [], []
    obs = env.reset()
    for _ in range(horizon):
        act = agent.policy.sample(tf.constant(obs)).numpy()
        nxt, rew = env.step(act)
        obs_l.append(obs)
        act_l.append(act)
        rew_l.append(rew)
        obs = nxt
    return np.stack(obs_l), np.stack(act_l), np.stack(rew_l)


@tf.function
def gae(rewards, values, gamma, lam):
    adv = tf.zeros_like(rewards[0])
    out = tf.TensorArray(tf.float32, size=tf.shape(rewards)[0])
    for t in tf.range(tf.shape(rewards)[0] - 1, -1, -1):
        delta = rewards[t] - values[t]
        adv = delta + gamma * lam * adv
        out = out.write(t, adv)
    return out.stack()


def train(updates=8, horizon=20, n_env=16, epochs=3):
    env, agent = PointEnv(n_env, 0), PPOAgent(PPOHyper())
    start = time.time()
    for u in range(updates):
        hyper = agent.hyper.annealed(1 - u / updates)
        obs, act, rew = rollout(env, agent, horizon)
        flat_obs = tf.constant(obs.reshape(-1, 2))
        values = tf.reshape(agent.value(flat_obs), (horizon, n_env))
        adv = gae(tf.constant(rew, tf.float32), values, 0.97, 0.95)
        ret = tf.reshape(adv + values, [-1])
        adv = tf.reshape((adv - tf.reduce_mean(adv)) / tf.math.reduce_std(adv), [-1])
        flat_act = tf.constant(act.reshape(-1, 2))
        old_logp = agent.policy.log_prob(flat_obs, flat_act)
        for _ in range(epochs):
            loss, kl = agent.update(flat_obs, flat_act, adv, ret, old_logp, hyper)
            if float(kl) > 0.5:
                break
        print(f"update {u} reward {rew.mean():.3f} loss {loss.numpy():.3f} kl {float(kl):.4f}")
    print(f"took {time.time() - start:.1f}s, kl entries {len(agent.scalars['kl'])} of {updates * epochs}")
    print("stop flag:", agent.stop_early)


if __name__ == "__main__":
    tf.random.set_seed(2)
    train()
