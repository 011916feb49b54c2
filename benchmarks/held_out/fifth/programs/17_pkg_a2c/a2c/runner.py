import numpy as np

from .agent import logger


def returns(rewards, dones, boot, gamma):
    out = np.zeros(len(rewards), np.float32)
    acc = boot
    for i in reversed(range(len(rewards))):
        acc = rewards[i] + gamma * acc * (1 - dones[i])
        out[i] = acc
    return out


def run(cfg, env, agent):
    s = env.reset()
    totals = []
    for u in range(cfg.updates):
        S, A, R, D = [], [], [], []
        for _ in range(cfg.n_steps):
            a = agent.act(s)
            s2, r, done = env.step(a)
            S.append(s); A.append(a); R.append(r); D.append(done)
            s = env.reset() if done else s2
        ret = returns(R, D, agent.value(s), cfg.gamma)
        loss = agent.update(np.array(S, np.float32), np.array(A, np.int32), ret)
        agent.entropy_coef *= 0.9
        agent.reward_scale.assign(1.0 + 0.1 * u)
        totals.append(sum(R))
        logger.info("u=%d loss=%.3f", u, float(loss))
    return totals
