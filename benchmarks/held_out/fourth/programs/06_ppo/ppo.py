import gymnasium as gym
import numpy as np
import tensorflow as tf
from tensorflow import keras

N_UPDATES = 100
HORIZON = 32
CLIP = 0.2
stats = {"kl": [], "clipfrac": []}
n_grad_steps = 0


def mlp(n_in, n_out):
    return keras.Sequential([
        keras.layers.Input((n_in,)),
        keras.layers.Dense(32, activation="tanh"),
        keras.layers.Dense(n_out),
    ])


class PPO:
    def __init__(self, env, ent_coef=0.01):
        n = env.observation_space.shape[0]
        self.pi = mlp(n, env.action_space.n)
        self.v = mlp(n, 1)
        self.opt = keras.optimizers.Adam(3e-4)
        self.ent_coef = ent_coef
        self.clip = CLIP

    @tf.function
    def sample(self, obs):
        logits = self.pi(obs)
        a = tf.random.categorical(logits, 1)[:, 0]
        logp = tf.gather(tf.nn.log_softmax(logits), a, axis=1, batch_dims=1)
        return a, logp, self.v(obs)[:, 0]

    @tf.function
    def update(self, obs, act, adv, ret, old_logp, clip):
        global n_grad_steps
        with tf.GradientTape() as tape:
            logits = self.pi(obs)
            logp_all = tf.nn.log_softmax(logits)
            logp = tf.gather(logp_all, act, axis=1, batch_dims=1)
            ratio = tf.exp(logp - old_logp)
            surr = tf.minimum(ratio * adv, tf.clip_by_value(ratio, 1 - clip, 1 + clip) * adv)
            entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(logp_all) * logp_all, -1))
            vloss = tf.reduce_mean(tf.square(ret - self.v(obs)[:, 0]))
            loss = -tf.reduce_mean(surr) + 0.5 * vloss - self.ent_coef * entropy
        variables = self.pi.trainable_variables + self.v.trainable_variables
        grads = tape.gradient(loss, variables)
        grads, _ = tf.clip_by_global_norm(grads, 0.5)
        self.opt.apply_gradients(zip(grads, variables))
        n_grad_steps += 1
        kl = tf.reduce_mean(old_logp - logp)
        stats["kl"].append(kl)
        return loss, kl


def rollout(env, agent, obs):
    buf = []
    for _ in range(HORIZON):
        a, logp, val = agent.sample(obs[None].astype(np.float32))
        nxt, r, done, trunc, _ = env.step(int(a[0]))
        buf.append((obs, int(a[0]), r, float(logp[0]), float(val[0])))
        obs = env.reset()[0] if done else nxt
    return buf, obs


def discount(rewards, gamma=0.99):
    out, acc = np.zeros(len(rewards), np.float32), 0.0
    for t in reversed(range(len(rewards))):
        acc = rewards[t] + gamma * acc
        out[t] = acc
    return out


if __name__ == "__main__":
    env = gym.make("CartPole-v1")
    agent = PPO(env)
    obs, _ = env.reset()
    for it in range(N_UPDATES):
        buf, obs = rollout(env, agent, obs)
        o, a, r, lp, v = map(np.array, zip(*buf))
        ret = discount(r)
        adv = (ret - v).astype(np.float32)
        idx = np.random.permutation(HORIZON)
        for mb in np.split(idx, 4):
            loss, kl = agent.update(o[mb].astype(np.float32), a[mb], adv[mb], ret[mb], lp[mb].astype(np.float32), agent.clip)
            if kl > 0.05:
                break
        agent.clip = CLIP * (1 - it / N_UPDATES)
        print(f"it {it} loss {loss:.3f} kl {kl:.4f} steps {n_grad_steps}")
