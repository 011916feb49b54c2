import keras
import numpy as np

from . import dqn, ppo, reinforce  # noqa: F401
from .base import AGENTS
from .envs import LineWorld
from .writer import Writer


def play(agent, env, episodes):
    totals = []
    for _ in range(episodes):
        obs, done, total = env.reset(), False, 0.0
        while not done:
            action = agent.act(obs)
            next_obs, reward, done = env.step(action)
            agent.observe(obs, action, reward, next_obs, float(done))
            obs, total = next_obs, total + reward
        agent.end_of_episode(total)
        totals.append(total)
    return totals


def main(agents, seed=5, episodes=25):
    keras.utils.set_random_seed(seed)
    made = {}
    for name in agents:
        env = LineWorld(seed=seed)
        writer = Writer()
        agent = AGENTS[name](env.length, 2, writer)
        if hasattr(agent, "warm_up"):
            agent.warm_up(np.eye(env.length, dtype="float32"))
        totals = play(agent, env, episodes)
        print(name, "return", np.mean(totals), writer.summary(), "updates", agent.updates)
        made[name] = agent
    return made
