import tensorflow as tf

import columns


class WideDeep(tf.Module):
    EDGES = (0.2, 0.5, 0.8)

    def __init__(self):
        super().__init__()
        self.table = tf.Variable(tf.random.normal([16, 2]))
        self.wide = tf.Variable(tf.zeros([8]))

    def features(self, age, city):
        a = columns.bucketize(age, self.EDGES)
        c = columns.cross(a, tf.cast(columns.hash_column(city, 4), tf.int32), 8)
        return a, c

    @tf.function
    def score(self, age, city):
        a, c = self.features(age, city)
        return tf.reduce_sum(tf.gather(self.table, a), 1) + tf.gather(self.wide, c)


def main():
    m = WideDeep()
    for n in (2, 2, 2):
        s = m.score(tf.random.uniform([n]), tf.constant(["x"] * n))
        print(s.shape)
    print("calls", columns.CALLS, list(columns._cache))
    try:
        print(m.score(tf.random.uniform([3]), tf.constant(["x"] * 3)))
    except Exception as e:
        print("second trace:", type(e).__name__)
    total = {}
    for k in ("a", "b"):
        total[k] = total.get(k, 0) + 1


if __name__ == "__main__":
    main()
