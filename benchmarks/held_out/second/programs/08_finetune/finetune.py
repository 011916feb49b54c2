"""Transfer learning with an own step function."""
import numpy as np
import tensorflow as tf
from absl import logging


def backbone():
    return tf.keras.Sequential([tf.keras.Input((12, 12, 3)),
                                tf.keras.layers.Conv2D(4, 3, activation="relu"),
                                tf.keras.layers.GlobalAveragePooling2D()], name="backbone")


class FineTuner:
    def __init__(self, classes, lr=1e-3):
        self.base = backbone()
        self.base.trainable = False
        self.head = tf.keras.layers.Dense(classes)
        self.model = tf.keras.Sequential([tf.keras.Input((12, 12, 3)), self.base, self.head])
        self.opt = tf.keras.optimizers.SGD(lr)
        self.opt.build(self.base.weights + self.head.weights)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        variables = self.model.trainable_variables
        self.opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        logging.info("stepped %d variables", len(variables))
        return loss

    def unfreeze(self, lr):
        self.base.trainable = True
        self.opt.learning_rate = lr
        logging.info("backbone unfrozen")


def main():
    logging.set_verbosity(logging.INFO)
    x = np.random.rand(8, 12, 12, 3).astype("float32")
    y = np.random.randint(0, 3, 8)
    t = FineTuner(3)
    for _ in range(3):
        t.step(x, y)
    t.unfreeze(1e-4)
    for i in range(3):
        loss = t.step(x, y)
        logging.info("fine tuning %d loss %.3f", i, float(loss))
    t.model.compile("sgd", "mse")


if __name__ == "__main__":
    main()
