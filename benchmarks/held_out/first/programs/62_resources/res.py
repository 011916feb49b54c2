import tensorflow as tf


class Sampler(tf.Module):
    def __init__(self):
        super().__init__()
        self.table = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(["a", "b"], [0, 1]), -1)
        self.gen = tf.random.Generator.from_seed(1)

    @tf.function
    def draw(self, n):
        g = tf.random.Generator.from_seed(1)
        return g.normal([n])

    @tf.function
    def draw_ok(self, n):
        return self.gen.normal([n])

    @tf.function
    def accuracy(self, y, p):
        m = tf.keras.metrics.SparseCategoricalAccuracy()
        m.update_state(y, p)
        return m.result()

    @tf.function
    def loss(self, y, p):
        fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        return fn(y, p)

    @tf.function
    def project(self, x):
        return tf.keras.layers.Dense(2)(x)

    @tf.function
    def flat(self, x):
        return tf.keras.layers.Flatten()(x)


def main():
    s = Sampler()
    y, p = tf.constant([0, 1]), tf.ones([2, 2])
    for f, a in ((s.draw_ok, (2,)), (s.loss, (y, p)), (s.flat, (p,)), (s.draw, (2,)), (s.accuracy, (y, p)), (s.project, (p,))):
        try:
            f(*a)
            f(*a)
            print("ok")
        except Exception as e:
            print(type(e).__name__, str(e)[:60])


if __name__ == "__main__":
    main()
