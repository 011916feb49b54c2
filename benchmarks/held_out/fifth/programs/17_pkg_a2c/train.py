import random

import numpy as np
import tensorflow as tf

from a2c.agent import Agent
from a2c.config import get_config
from a2c.env import GridWorld
from a2c.runner import run


@tf.function
def value_map(net, states):
    _, v = net(tf.convert_to_tensor(states))
    return v


def evaluate(agent, env, size):
    table = {}
    for row in range(size):
        cells = tf.constant([[row / size, c / size, 1.0] for c in range(size)])
        table[row] = value_map(agent.net, cells).numpy().round(2)
    return table


def plan(agent, env, horizons=(1, 2, 3, 4)):
    values = []
    for h in horizons:
        path = [[0.25 * i, 0.1 * h, 1.0] for i in range(3)]
        values.append(value_map(agent.net, path))
    return values


if __name__ == "__main__":
    random.seed(0)
    cfg = get_config()
    env = GridWorld()
    agent = Agent(cfg, len(env.ACTIONS))
    print("returns", run(cfg, env, agent))
    print(evaluate(agent, env, env.size))
    print(len(plan(agent, env)), "entropy coef", round(agent.entropy_coef, 4))
