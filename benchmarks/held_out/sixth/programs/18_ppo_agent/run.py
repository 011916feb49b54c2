import argparse
import logging

import numpy as np
import tensorflow as tf

from ppo.envs import Tracker
from ppo.learner import ActorCritic, Learner
from ppo.settings import Settings

log = logging.getLogger("run")


def rollout(env, learner, horizon):
    obs, rows = env.reset(), []
    for _ in range(horizon):
        a, logp = learner.act(tf.constant(obs))
        nxt, reward, done = env.step(int(a))
        rows.append((obs, int(a), reward, float(done), float(logp)))
        obs = env.reset() if done else nxt
    o, a, r, d, lp = map(np.array, zip(*rows))
    o = np.concatenate([o, obs[None]]).astype("float32")
    return o, a.astype("int32"), r.astype("float32"), d.astype("float32"), lp.astype("float32")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--gae", default="scan")
    ap.add_argument("--updates", type=int, default=4)
    args = ap.parse_args()
    logging.basicConfig(level=logging.INFO)
    cfg = Settings(gae=args.gae, updates=args.updates).validate()
    env = Tracker()
    learner = Learner(ActorCritic(env.n_act), cfg)
    for u in range(cfg.updates):
        batch = rollout(env, learner, cfg.horizon)
        loss = learner.update(*batch)
        cfg.clip *= 0.8
        log.info("update %d loss %.3f reward %.2f clip %.2f", u, float(loss), batch[2].mean(), cfg.clip)
    print("kl entries", len(learner.kl_log), "bad", learner.n_bad)
    return learner


if __name__ == "__main__":
    main()
