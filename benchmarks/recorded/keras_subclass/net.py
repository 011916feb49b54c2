"""Models with training steps of their own."""

import numpy as np
import tensorflow as tf


class Encoder(tf.keras.layers.Layer):
    def __init__(self, units, levels):
        super().__init__()
        self.levels = [tf.keras.layers.Dense(units * level) for level in levels]
        self.calls = 0

    def call(self, inputs, training=False):
        self.calls += 1
        x = tf.concat([inputs["left"], inputs["right"]], -1)
        for level in self.levels:
            x = tf.nn.relu(level(x))
        if training:
            print("training", x.shape)
        return x + np.random.normal()


class Matcher(tf.keras.Model):
    def __init__(self, encoder, classes, names):
        super().__init__()
        self.encoder = encoder
        self.head = tf.keras.layers.Dense(classes)
        self.names = names
        self.last = None

    def compile(self, optimizer, penalty, weights):
        super().compile(optimizer=optimizer)
        self.penalty = penalty
        self.weights_of = weights

    def call(self, inputs, training=False):
        return self.head(self.encoder(inputs, training=training))

    def train_step(self, data):
        inputs, (labels, scores) = data
        print("train_step", self.names)
        with tf.GradientTape() as tape:
            logits = self(inputs, training=True)
            loss = self.weights_of["label"] * tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            )
            loss += self.weights_of["score"] * tf.reduce_mean(scores**2) * self.penalty
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self.last = loss
        return {"loss": loss}
