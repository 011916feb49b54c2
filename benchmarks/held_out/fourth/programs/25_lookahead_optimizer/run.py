import time

import numpy as np
import tensorflow as tf

from optim import Lookahead, MiniAdam

(x, y), (xt, yt) = tf.keras.datasets.boston_housing.load_data()
x = (x - x.mean(axis=0)) / (x.std(axis=0) + 1e-6)
model = tf.keras.Sequential([tf.keras.layers.Input((x.shape[1],)), tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(1)])
adam = MiniAdam(lr=1e-2)
adam.build(model.trainable_variables)
opt = Lookahead(adam)
timings = []
EPOCHS = 100


@tf.function
def step(xb, yb):
    t0 = time.perf_counter()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(yb[:, None] - model(xb)))
    opt.step(tape.gradient(loss, model.trainable_variables), model.trainable_variables)
    dt = time.perf_counter() - t0
    timings.append(dt)
    return loss


for epoch in range(EPOCHS):
    for k in range(0, 64, 16):
        loss = step(x[k:k + 16], y[k:k + 16])
    if epoch % 10 == 0:
        print(epoch, loss.numpy(), np.mean(timings))
