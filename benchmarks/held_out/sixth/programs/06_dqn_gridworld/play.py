import random

import numpy as np
import tensorflow as tf

from agent.dqn import DQNAgent
from agent.env import GridWorld
from agent.replay import ReplayBuffer


def run(episodes=12, batch=16, seed=0):
    random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)
    env, agent, memory = GridWorld(), DQNAgent(), ReplayBuffer(2000)
    returns = []
    for ep in range(episodes):
        obs, total, done = env.reset(), 0.0, False
        while not done:
            action = int(agent.act(tf.constant(obs, tf.float32)))
            nxt, reward, done = env.step(action)
            memory.push(obs, action, reward, nxt, float(done))
            obs, total = nxt, total + reward
            if len(memory) >= batch:
                agent.learn(*memory.sample(batch))
        tau = 1.0 / (ep + 1)
        agent.soft_update(tau)
        agent.end_episode()
        returns.append(total)
        print(f"episode {ep:3d} return {total:+.2f} eps {agent.epsilon:.2f}")
    print("losses recorded:", len(agent.losses), "of", episodes)
    test = [agent.act_eager(env.reset()) for _ in range(5)]
    print("greedy actions", test)
    return agent


if __name__ == "__main__":
    run()
