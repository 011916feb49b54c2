import sys

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

from utils import Timer, accuracy, log_line

learning_rate = 0.1
use_mixup = True
EPOCHS = 30
DEBUG = "--debug" in sys.argv

(x_train, y_train), (x_test, y_test) = tf.keras.datasets.cifar10.load_data()
x_train, x_test = x_train / 255.0, x_test / 255.0
x_train, x_test = x_train.astype("float32"), x_test.astype("float32")


def net():
    return tf.keras.Sequential([
        layers.Input((32, 32, 3)),
        layers.Conv2D(8, 3, activation="relu"),
        layers.MaxPooling2D(4),
        layers.Flatten(),
        layers.Dense(10),
    ])


model = net()
ce = tf.keras.losses.CategoricalCrossentropy(from_logits=True)


@tf.function
def mixup(x, y):
    lam = np.random.beta(0.2, 0.2)
    idx = tf.random.shuffle(tf.range(tf.shape(x)[0]))
    return lam * x + (1 - lam) * tf.gather(x, idx), lam * y + (1 - lam) * tf.gather(y, idx)


@tf.function
def sgd_step(x, y):
    if use_mixup:
        x, y = mixup(x, y)
    with tf.GradientTape() as tape:
        loss = ce(y, model(x, training=True))
    for v, g in zip(model.trainable_variables, tape.gradient(loss, model.trainable_variables)):
        v.assign_sub(learning_rate * g)
    return loss


ds = (tf.data.Dataset.from_tensor_slices((x_train, tf.one_hot(y_train[:, 0], 10)))
      .shuffle(5000).batch(16).prefetch(2))

for epoch in range(EPOCHS):
    with Timer() as t:
        losses = [sgd_step(x, y) for x, y in ds]
    if epoch in (10, 20) or epoch == 1:
        learning_rate /= 10
    if epoch >= 20 or epoch == 1:
        use_mixup = False
    log_line(epoch, np.mean(losses), learning_rate, t.seconds)
print("test acc", accuracy(model, x_test, y_test[:, 0]))
