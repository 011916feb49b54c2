"""Two models against each other."""

import tensorflow as tf


class Generator(tf.keras.Model):
    def __init__(self, shape, noise):
        super().__init__()
        self.shape_made = shape
        self.noise = noise
        self.dense = tf.keras.layers.Dense(shape[0] * shape[1])

    def call(self, noise):
        print("generate", noise.shape)
        return tf.reshape(self.dense(noise), (-1, *self.shape_made))


class Pair:
    def __init__(self, generator, critic, optimizers, log_every):
        self.generator = generator
        self.critic = critic
        self.optimizers = optimizers
        self.log_every = log_every
        self.count = 0
        self.penalties = []

    @tf.function
    def step(self, real):
        self.count += 1
        noise = tf.random.normal((tf.shape(real)[0], self.generator.noise))
        with tf.GradientTape(persistent=True) as tape:
            made = self.generator(noise)
            good, bad = self.critic(real), self.critic(made)
            loss = tf.reduce_mean(bad) - tf.reduce_mean(good) + self.penalty(real, made)
        for model, optimizer in zip((self.generator, self.critic), self.optimizers):
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if self.count % self.log_every == 0:
            print("loss", loss)
        return loss

    def penalty(self, real, made):
        mixed = 0.5 * real + 0.5 * made
        with tf.GradientTape() as tape:
            tape.watch(mixed)
            score = self.critic(mixed)
        slope = tf.norm(tape.gradient(score, mixed), axis=[1, 2])
        self.penalties.append(slope)
        return tf.reduce_mean((slope - 1.0) ** 2)
