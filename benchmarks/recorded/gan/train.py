"""Train them."""

import tensorflow as tf
from gan import Generator, Pair

generator = Generator((4, 6), 3)
generator(tf.zeros((1, 3)))
inputs = tf.keras.Input((4, 6))
outputs = tf.keras.layers.Dense(1)(tf.keras.layers.Flatten()(inputs))
critic = tf.keras.Model(inputs, outputs)
optimizers = [tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.SGD(0.02)]
for optimizer, model in zip(optimizers, (generator, critic)):
    optimizer.build(model.trainable_variables)
pair = Pair(generator, critic, optimizers, 1)
for batch in tf.data.Dataset.from_tensor_slices(tf.random.normal((8, 4, 6))).batch(4):
    pair.step(batch)
