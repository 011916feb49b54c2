import numpy as np
import tensorflow as tf
from model import Net

net = Net(3)
opt = tf.keras.optimizers.SGD(0.1)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, net(x, training=True))
    grads = tape.gradient(loss, net.trainable_variables)
    print("without gradient:", [v.path for v, g in zip(net.trainable_variables, grads) if g is None])
    opt.apply_gradients([(g, v) for v, g in zip(net.trainable_variables, grads) if g is not None])
    return float(loss)


if __name__ == "__main__":
    x = np.random.rand(4, 8, 8, 3).astype("float32")
    y = np.array([0, 1, 2, 0])
    losses = []
    for i in range(3):
        losses.append(step(x, y))
    print(losses)
