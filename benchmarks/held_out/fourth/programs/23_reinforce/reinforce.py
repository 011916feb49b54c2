import random
import statistics

import gymnasium as gym
import numpy as np
import tensorflow as tf

EPISODES = 500
GAMMA = 0.98

env = gym.make("CartPole-v1")
policy = tf.keras.Sequential([
    tf.keras.layers.Input((4,)),
    tf.keras.layers.Dense(16, activation="relu"),
    tf.keras.layers.Dense(2),
])
opt = tf.keras.optimizers.Adam(1e-2)
baseline = 0.0
entropy_beta = 0.01


@tf.function(reduce_retracing=True)
def discounted(rewards):
    out = []
    acc = 0.0
    for r in rewards[::-1]:
        acc = r + GAMMA * acc
        out.append(acc)
    return tf.stack(out[::-1])


@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32),
                              tf.TensorSpec([None], tf.int32),
                              tf.TensorSpec([None], tf.float32)])
def update(states, actions, returns):
    adv = returns - baseline
    with tf.GradientTape() as tape:
        logits = policy(states)
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(actions, logits)
        probs = tf.nn.softmax(logits)
        ent = -tf.reduce_sum(probs * tf.math.log(probs + 1e-8), -1)
        loss = tf.reduce_mean(ce * adv - entropy_beta * ent)
    grads = tape.gradient(loss, policy.trainable_variables)
    opt.apply_gradients(zip(grads, policy.trainable_variables))
    print("updating with loss =", loss)
    return loss


def choose(state):
    logits = policy(state[None])
    return int(tf.random.categorical(logits, 1)[0, 0])


def play():
    s, _ = env.reset(seed=random.randint(0, 1000))
    S, A, R = [], [], []
    done = False
    while not done:
        a = choose(s)
        s2, r, done, _, _ = env.step(a)
        S.append(s)
        A.append(a)
        R.append(float(r))
        s = s2
    return np.array(S, np.float32), np.array(A, np.int32), R


recent = []
for ep in range(EPISODES):
    states, actions, rewards = play()
    returns = discounted(rewards)
    loss = update(states, actions, returns)
    baseline = 0.9 * baseline + 0.1 * float(tf.reduce_mean(returns))
    recent.append(sum(rewards))
    if ep % 20 == 0:
        print(ep, statistics.mean(recent[-20:]), float(loss))
