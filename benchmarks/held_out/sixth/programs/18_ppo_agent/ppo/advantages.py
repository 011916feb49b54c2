"""Three ways to get the advantages; Settings.gae picks one."""
import tensorflow as tf


def gae_scan(rewards, values, dones, gamma, lam):
    deltas = rewards + gamma * values[1:] * (1 - dones) - values[:-1]
    out = tf.scan(lambda acc, t: t[0] + gamma * lam * (1 - t[1]) * acc,
                  (deltas[::-1], dones[::-1]), tf.zeros([]))
    return out[::-1]


def gae_list(rewards, values, dones, gamma, lam):
    n = tf.shape(rewards)[0]
    running = tf.zeros([])
    advs = []
    for k in tf.range(n):
        t = n - 1 - k
        delta = rewards[t] + gamma * values[t + 1] * (1 - dones[t]) - values[t]
        running = delta + gamma * lam * (1 - dones[t]) * running
        advs.append(running)
    return tf.stack(advs[::-1])


def gae_loop(rewards, values, dones, gamma, lam):
    n = tf.shape(rewards)[0]
    out = tf.TensorArray(tf.float32, size=n)
    running = 0
    for k in tf.range(n):
        t = n - 1 - k
        delta = rewards[t] + gamma * values[t + 1] * (1 - dones[t]) - values[t]
        running = delta + gamma * lam * (1 - dones[t]) * running
        out = out.write(t, running)
    return out.stack()


GAE = {"scan": gae_scan, "list": gae_list, "loop": gae_loop}
