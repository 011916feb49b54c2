import tensorflow as tf

from plugins import policy


@policy
class Softmax:
    def __init__(self, n_arms, temperature=1.0):
        self.values = tf.Variable(tf.zeros([n_arms]))
        self.temperature = temperature
        self.trace = []

    def scores(self):
        self.trace.append(self.values / self.temperature)
        return self.trace[-1]

    @tf.function
    def choose(self):
        return tf.random.categorical(self.scores()[None], 1)[0, 0]

    @tf.function
    def update(self, arm, reward, rate):
        old = self.values[arm]
        self.values.scatter_nd_update([[arm]], [old + rate * (reward - old)])


@policy
class Greedy:
    def __init__(self, n_arms):
        self.values = tf.Variable(tf.zeros([n_arms]))
        self.counts = tf.Variable(tf.zeros([n_arms]))

    @tf.function
    def choose(self):
        return tf.argmax(self.values)

    @tf.function
    def update(self, arm, reward, rate):
        self.counts.assign(tf.tensor_scatter_nd_add(self.counts, [[arm]], [1.0]))
        tf.tensor_scatter_nd_update(self.values, [[arm]], [reward])
