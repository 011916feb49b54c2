import argparse
import logging

import numpy as np
from ppo import PPO, PPOConfig
from ppo.buffer import Rollout

logging.basicConfig(level="INFO")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--iterations", type=int, default=2)
    args = p.parse_args()
    cfg = PPOConfig()
    agent = PPO(cfg, 3, 2)
    for it in range(args.iterations):
        roll = Rollout()
        for _ in range(8):
            obs = np.random.randn(3).astype("float32")
            a, lp = agent.act(obs)
            roll.add(obs=obs, act=int(a), rew=float(a), logp=float(lp))
        for _ in range(cfg.epochs):
            for b in roll.batches(cfg.batch):
                loss, kl = agent.update(*b)
        cfg.clip = cfg.clip * 0.5
        logging.info("iteration %d loss %.3f", it, float(loss))


if __name__ == "__main__":
    main()
