import numpy as np
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((6,)), tf.keras.layers.Dense(16, "relu"), tf.keras.layers.Dense(3, "softmax")])
opt = tf.keras.optimizers.Adam(0.01)
baseline = 0.0
tape_log = []


class Snake:
    def __init__(self):
        self.left = 0

    def reset(self):
        self.left = 5
        return np.random.rand(6).astype("float32")

    def step(self, a):
        self.left -= 1
        return np.random.rand(6).astype("float32"), float(a == 1), self.left == 0


def discount(r, gamma=0.9):
    out, run = [], 0.0
    for x in r[::-1]:
        run = x + gamma * run
        out.append(run)
    return np.array(out[::-1], "float32")


@tf.function(reduce_retracing=True)
def update(states, actions, returns):
    with tf.GradientTape() as tape:
        p = tf.reduce_sum(net(states) * tf.one_hot(actions, 3), 1)
        loss = -tf.reduce_mean(tf.math.log(p + 1e-8) * (returns - baseline))
    g = tape.gradient(loss, net.trainable_variables)
    norm = tf.linalg.global_norm(g)
    if norm > 5.0:
        tf.print("big gradient", norm)
    opt.apply_gradients(zip(g, net.trainable_variables))
    return loss


env = Snake()
for episode in range(3):
    s, done = env.reset(), False
    S, A, R = [], [], []
    while not done:
        p = net.predict(s.reshape(1, -1), verbose=0)[0]
        a = np.random.choice(3, p=p / p.sum())
        S.append(s)
        s, r, done = env.step(a)
        A.append(a)
        R.append(r)
    G = discount(R)
    loss = update(np.array(S), np.array(A), G)
    baseline = 0.9 * baseline + 0.1 * float(G.mean())
    tape_log.append(float(loss))
    if episode % 10 == 0:
        print("episode", episode, "loss", tape_log[-1])
