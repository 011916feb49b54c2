"""Play some rounds."""

import numpy as np
import tensorflow as tf
from agent import Agent, Policy, Space, make_target_update


def main():
    space = Space({"in": 5, "out": 2}, discrete=True)
    policy, target = Policy(space, 8), Policy(space, 8)
    agent = Agent(policy, tf.keras.optimizers.Adam(0.01), {"clip": 10.0})
    agent.optimizer.build(policy.trainable_variables)
    sync = make_target_update(policy, target, 0.1)
    for _ in range(3):
        observation = np.random.rand(4, 5).astype("float32")
        policy.act(tf.constant(observation), True)
        agent.update({"observation": tf.constant(observation), "value": tf.zeros((4, 2))})
        sync()


main()
