"""WGAN-GP on 2-d points."""
import argparse
import contextlib

import numpy as np
import tensorflow as tf


def mlp(n_out, n_in):
    return tf.keras.Sequential([
        tf.keras.Input((n_in,)),
        tf.keras.layers.Dense(16, activation="relu"),
        tf.keras.layers.Dense(n_out),
    ])


critic = mlp(1, 2)
generator = mlp(2, 3)


@tf.function
def penalty(real, fake):
    eps = tf.random.uniform((tf.shape(real)[0], 1))
    mid = eps * real + (1 - eps) * fake
    with tf.GradientTape() as tape:
        tape.watch(mid)
        out = critic(mid)
    norm = tf.norm(tape.gradient(out, mid), axis=1)
    return tf.reduce_mean(tf.square(norm - 1.0))


@tf.function
def critic_score(tape, points):
    tape.watch(points)
    return tf.reduce_sum(critic(points))


def score_gradient(points):
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        score = critic_score(tape, points)
    return tape.gradient(score, points)


@tf.function
def apply_step(optimizer, real, z):
    with tf.GradientTape() as tape:
        fake = generator(z)
        loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real)) + 10.0 * penalty(real, fake)
    grads = tape.gradient(loss, critic.trainable_variables)
    optimizer.apply_gradients(zip(grads, critic.trainable_variables))
    return loss


@tf.function
def generator_step(optimizer, z):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(critic(generator(z)))
    grads = tape.gradient(loss, generator.trainable_variables)
    optimizer.apply_gradients(zip(grads, generator.trainable_variables))
    return loss


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=4)
    args = ap.parse_args(argv)
    rng = np.random.default_rng(0)
    g_opt = tf.keras.optimizers.Adam(1e-3)
    warm, main_opt = tf.keras.optimizers.SGD(1e-2), tf.keras.optimizers.Adam(1e-3)
    for step in range(args.steps):
        real = tf.constant(rng.normal(size=(16, 2)), tf.float32)
        z = tf.random.normal((16, 3))
        opt = warm if step < 2 else main_opt
        loss = apply_step(opt, real, z)
        generator_step(g_opt, z)
        print(step, float(loss))
    print("gradient", score_gradient(real))


if __name__ == "__main__":
    main()
