import tensorflow as tf


class LazyHeads(tf.Module):
    """One linear head per task, created when the task is first seen."""

    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.table = {}
        self.shared = None

    @tf.function
    def logits(self, x, task):
        if self.shared is None:
            self.shared = tf.Variable(tf.eye(self.dim), name="shared")
        if task not in self.table:
            self.table[task] = tf.Variable(tf.zeros((self.dim, 2)), name=task)
        return tf.matmul(tf.matmul(x, self.shared), self.table[task])


class EagerHeads(tf.Module):
    def __init__(self, dim, tasks):
        super().__init__()
        self.table = {t: tf.Variable(tf.zeros((dim, 2)), name=t) for t in tasks}

    @tf.function
    def logits(self, x, task):
        return tf.matmul(x, self.table[task])
