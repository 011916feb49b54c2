import numpy as np
import tensorflow as tf


class ActorCritic(tf.keras.Model):
    def __init__(self, n_actions):
        super().__init__()
        self.common = tf.keras.layers.Dense(16, activation="relu")
        self.actor = tf.keras.layers.Dense(n_actions)
        self.critic = tf.keras.layers.Dense(1)

    def call(self, x):
        h = self.common(x)
        return self.actor(h), self.critic(h)


class Env:
    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        self.t = 0

    def step(self, action):
        self.t += 1
        return self.rng.normal(size=4).astype("float32"), np.float32(1.0), np.int32(self.t % 10 == 0)


env = Env()
model = ActorCritic(2)
opt = tf.keras.optimizers.Adam(1e-2)
entropy_coef = 0.1


def tf_env_step(action):
    return tf.numpy_function(env.step, [action], [tf.float32, tf.float32, tf.int32])


def rollout(state, steps):
    probs = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    values = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    rewards = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for t in tf.range(steps):
        logits, v = model(state[tf.newaxis])
        a = tf.random.categorical(logits, 1, dtype=tf.int32)[0, 0]
        probs = probs.write(t, tf.nn.softmax(logits)[0, a])
        values = values.write(t, v[0, 0])
        state, r, done = tf_env_step(a)
        state.set_shape([4])
        rewards.write(t, r)
    return probs.stack(), values.stack(), rewards.stack()


def returns(rewards, gamma):
    n = tf.shape(rewards)[0]
    rs = rewards[::-1]
    acc = tf.constant(0.0)
    out = tf.TensorArray(tf.float32, size=n)
    for i in tf.range(n):
        acc = rs[i] + gamma * acc
        acc.set_shape([])
        out = out.write(i, acc)
    return out.stack()[::-1]


@tf.function
def train_step(state, gamma, steps):
    with tf.GradientTape() as tape:
        p, v, r = rollout(state, steps)
        g = returns(r, gamma)
        adv = g - v
        entropy = -tf.reduce_sum(p * tf.math.log(p + 1e-8))
        loss = -tf.reduce_sum(tf.math.log(p + 1e-8) * tf.stop_gradient(adv)) + tf.reduce_sum(adv ** 2) - entropy_coef * entropy
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return tf.reduce_sum(r)


if __name__ == "__main__":
    total = 0.0
    for episode in range(4):
        s0 = tf.constant(np.random.randn(4), tf.float32)
        reward = train_step(s0, 0.99, 5)
        total += float(reward)
        entropy_coef *= 0.5
        print("episode", episode, "reward", float(reward))
