"""Course GAN on synthetic 8x8 / 16x16 glyphs."""
import argparse
import os
import random
import tempfile
import time

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

from glyphs import batches, make_glyphs
from nets import Critic, Generator

parser = argparse.ArgumentParser()
parser.add_argument("--z", type=int, default=8)
parser.add_argument("--iters", type=int, default=12)
parser.add_argument("--critic-steps", type=int, default=3)
parser.add_argument("--flip", type=float, default=0.5)
args = parser.parse_args()

tf.random.set_seed(0)
random.seed(0)
np.random.seed(0)

OUT = tempfile.mkdtemp()
gen, critic = Generator(), Critic()
g_opt = tf.keras.optimizers.Adam(1e-3, beta_1=0.5)
d_opt = tf.keras.optimizers.Adam(1e-3, beta_1=0.5)
bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
it = 0
d_history = []
g_history = []


def smooth_labels(like):
    real, fake = tf.ones_like(like), tf.zeros_like(like)
    if random.random() < args.flip:
        return fake, real
    return real, fake


def snapshot(images, tag):
    fig = plt.figure(figsize=(2, 2))
    plt.imshow(images[0, :, :, 0], cmap="gray")
    fig.savefig(os.path.join(OUT, f"{tag}.png"))
    plt.close(fig)


def save_curve():
    fig = plt.figure(figsize=(3, 2))
    plt.plot(g_history)
    fig.savefig(os.path.join(OUT, f"curve_{len(g_history):03d}.png"))
    plt.close(fig)


def gradient_penalty(real, fake):
    mix = tf.random.uniform([tf.shape(real)[0], 1, 1, 1])
    x = real * mix + fake * (1.0 - mix)
    with tf.GradientTape() as tape:
        tape.watch(x)
        score = critic(x)
    norm = tf.norm(tf.reshape(tape.gradient(score, x), [tf.shape(x)[0], -1]), axis=1)
    return tf.reduce_mean(tf.square(norm - 1.0))


@tf.function
def critic_step(real):
    noise = tf.random.normal([real.shape[0], args.z])
    with tf.GradientTape() as tape:
        fake = gen(noise, size=real.shape[1])
        real_score, fake_score = critic(real), critic(fake)
        up, down = smooth_labels(real_score)
        loss = bce(up, real_score) + bce(down, fake_score) + 0.1 * gradient_penalty(real, fake)
    d_opt.apply_gradients(zip(tape.gradient(loss, critic.trainable_variables), critic.trainable_variables))
    d_history.append(loss)
    return loss


@tf.function
def generator_step(size):
    global it
    it += 1
    noise = tf.random.normal([16, args.z])
    if it % 5 == 0:
        noise = noise * 0.5
    with tf.GradientTape() as tape:
        score = critic(gen(noise, size=size))
        loss = bce(tf.ones_like(score), score)
    save_curve()
    g_opt.apply_gradients(zip(tape.gradient(loss, gen.trainable_variables), gen.trainable_variables))
    return loss


fixed_noise = tf.random.normal([4, args.z])
start = time.time()
for size in (8, 16):
    images = make_glyphs(64, size)
    for i, real in enumerate(batches(images, 16, args.iters)):
        for _ in range(args.critic_steps):
            d_loss = critic_step(real)
        g_loss = generator_step(size)
        g_history.append(float(g_loss))
        if i % 6 == 0:
            print(size, i, "d %.3f g %.3f" % (float(d_loss), float(g_loss)))
    snapshot(gen(fixed_noise, size=size).numpy(), f"size{size}")
print("done in", round(time.time() - start, 1), "generator steps", it, "kept", len(d_history), len(g_history), os.listdir(OUT))
