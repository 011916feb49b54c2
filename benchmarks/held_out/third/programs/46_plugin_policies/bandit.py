import random

import tensorflow as tf

import policies
from plugins import create


class Bandit:
    def __init__(self, means):
        self.means = means

    def pull(self, arm):
        return random.gauss(self.means[arm], 0.1)


def play(name, rounds=12):
    bandit = Bandit([0.1, 0.5, 0.9])
    agent = create(name, n_arms=3, temperature=0.5)
    total = 0.0
    for i in range(rounds):
        arm = agent.choose()
        reward = bandit.pull(int(arm))
        agent.update(arm, tf.constant(reward), 1.0 / (i + 1))
        total += reward
    print(name, round(total, 2))
    return agent


def main():
    return [play(name) for name in ("softmax", "greedy")]


if __name__ == "__main__":
    main()
