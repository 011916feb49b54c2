import tensorflow as tf


class FineTune:
    def __init__(self):
        self.base = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4)])
        self.head = tf.keras.layers.Dense(1)
        self.head.build((None, 4))
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.base.trainable = False

    @property
    def variables(self):
        return self.base.trainable_variables + self.head.trainable_variables

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.head(self.base(x)) - y) ** 2)
        vs = self.variables
        for v, g in zip(vs, tape.gradient(loss, vs)):
            v.assign_sub(0.1 * g)
        return loss


def main():
    ft = FineTune()
    x, y = tf.ones([2, 3]), tf.ones([2, 1])
    for _ in range(2):
        ft.step(x, y)
    before = ft.base.get_weights()[0].copy()
    ft.base.trainable = True
    for _ in range(2):
        ft.step(x, y)
    return (before == ft.base.get_weights()[0]).all()


if __name__ == "__main__":
    print("base unchanged:", main())
