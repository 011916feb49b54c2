import numpy as np
import tensorflow as tf

from ppo import PPOConfig, PPOTrainer


def rollout(trainer, n=16, seed=0):
    rng = np.random.default_rng(seed)
    obs = tf.constant(rng.normal(size=(n, 4)), tf.float32)
    act = tf.constant(rng.integers(0, 2, n), tf.int32)
    adv = trainer.advantages(tf.constant(rng.normal(size=n), tf.float32), tf.zeros(n))
    logp, _ = trainer._log_probs(obs, act)
    return obs, act, logp, adv


def main():
    trainer = PPOTrainer(4, 2, PPOConfig())
    for it in range(4):
        batch = rollout(trainer, seed=it)
        loss = trainer.safe_update(*batch)
        print("iteration", it, float(loss), trainer.updates.numpy())
    return trainer


if __name__ == "__main__":
    main()
