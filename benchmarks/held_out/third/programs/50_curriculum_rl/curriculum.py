import numpy as np
import tensorflow as tf

LEVELS = ["easy", "medium", "hard"]
reward_scale = [1.0, 1.0]
max_force = tf.Variable(1.0)
GRAVITY = 9.8


def promote(level):
    reward_scale[0] = 1.0 + level
    max_force.assign(1.0 + 0.5 * level)
    return LEVELS[level]


@tf.function
def physics(state, action):
    force = tf.clip_by_value(action, -max_force, max_force)
    acc = force - 0.1 * GRAVITY * state[:, 0]
    vel = state[:, 1] + 0.05 * acc
    pos = state[:, 0] + 0.05 * vel
    return tf.stack([pos, vel], axis=1)


@tf.function
def reward(state):
    return reward_scale[0] * (1.0 - tf.abs(state[:, 0])) - reward_scale[1] * 0.1 * tf.square(state[:, 1])


@tf.function
def rollout(state, policy_w, n):
    total = tf.zeros([tf.shape(state)[0]])
    for _ in tf.range(n):
        action = tf.linalg.matvec(state, policy_w)
        state = physics(state, action)
        total += reward(state)
    return total
