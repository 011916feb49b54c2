import logging
import tensorflow as tf
from tensorflow.keras import mixed_precision as mp

log = logging.getLogger(__name__)
policy = mp.Policy("mixed_float16")


class ScaledTrainer(tf.Module):
    def __init__(self, model, lr=0.01):
        super().__init__()
        self.model = model
        self.opt = tf.keras.optimizers.SGD(lr)
        self.scale = 1024.0
        self.skipped = tf.Variable(0, trainable=False)
        self.good = 0

    def _finite(self, grads):
        return tf.reduce_all([tf.reduce_all(tf.math.is_finite(g)) for g in grads])

    @tf.function(jit_compile=True)
    def guarded(self, x):
        y = tf.cast(self.model(x), tf.float32)
        tf.debugging.assert_all_finite(y, "overflow in the forward pass")
        return tf.reduce_mean(y)

    @tf.function
    def plain(self, x):
        y = tf.cast(self.model(x), tf.float32)
        tf.debugging.assert_all_finite(y, "overflow in the forward pass")
        return tf.reduce_mean(y)

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.cast(self.model(x, training=True), tf.float32) - y) ** 2)
            scaled = loss * self.scale
        grads = [g / self.scale for g in tape.gradient(scaled, self.model.trainable_variables)]
        if self._finite(grads):
            self.opt.apply_gradients(zip(grads, self.model.trainable_variables))
        else:
            self.skipped.assign_add(1)
        return loss

    def adjust(self):
        self.good += 1
        if self.good % 2 == 0:
            self.scale *= 2
            log.info("scale %s", self.scale)


def main():
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    tr = ScaledTrainer(model)
    for _ in range(4):
        tr.step(tf.ones([2, 3]), tf.ones([2, 1]))
        tr.adjust()
    return tr


if __name__ == "__main__":
    main()
