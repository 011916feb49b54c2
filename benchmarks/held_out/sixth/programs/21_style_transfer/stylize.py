"""Neural style, small edition: a frozen random conv net gives surprisingly nice textures.

Usage: stylize.py [-o OUT] [--steps N] [--freeze-after N] [--save-grid]
"""
import argparse
import os
import sys
import tempfile
import time

import cv2
import keras
import numpy as np
import tensorflow as tf

SIZE = 32
LAYERS = ("conv0", "conv1")


def picture(kind, seed=0):
    rng = np.random.default_rng(seed)
    img = np.zeros((SIZE, SIZE, 3), np.float32)
    if kind == "style":
        for _ in range(30):
            p1, p2 = rng.integers(0, SIZE, 2).tolist(), rng.integers(0, SIZE, 2).tolist()
            cv2.line(img, p1, p2, rng.random(3).tolist(), 1)
    else:
        cv2.circle(img, (SIZE // 2, SIZE // 2), SIZE // 4, (0.9, 0.6, 0.1), -1)
    return img[None]


def feature_net():
    keras.utils.set_random_seed(7)
    inp = keras.Input((SIZE, SIZE, 3))
    x, outs = inp, []
    for name, f in zip(LAYERS, (12, 16)):
        x = keras.layers.Conv2D(f, 3, strides=2, activation="relu", name=name)(x)
        outs.append(x)
    net = keras.Model(inp, outs)
    net.trainable = False
    return net


def gram(f):
    shape = tf.shape(f)
    flat = tf.reshape(f, [shape[1] * shape[2], f.shape[-1]])
    return tf.matmul(flat, flat, transpose_a=True) / tf.cast(shape[1] * shape[2], tf.float32)


class Losses:
    def __init__(self, net, content, style, alpha=1.0, beta=0.01):
        self.net = net
        self.alpha, self.beta = alpha, beta
        self.content = net(content)[-1]
        self.grams = [gram(f) for f in net(style)]
        self.parts = {}

    def __call__(self, image, step=None):
        feats = self.net(image)
        c = tf.reduce_mean((feats[-1] - self.content) ** 2)
        s = tf.add_n([tf.reduce_mean((gram(f) - g) ** 2) for f, g in zip(feats, self.grams)])
        tv = tf.reduce_mean(tf.image.total_variation(image)) * 1e-4
        self.parts.update(content=c, style=s, tv=tv)
        return self.alpha * c + self.beta * s + tv


class Stylizer:
    def __init__(self, losses, image, lr=0.03, writer=None):
        self.losses = losses
        self.image = tf.Variable(image)
        self.opt = keras.optimizers.Adam(lr)
        self.opt.build([self.image])
        self.writer = writer
        self.i = 0
        self.sharpen = False

    def log_scalars(self, loss):
        with self.writer.as_default():
            tf.summary.scalar("loss", loss, step=self.i)

    @tf.function
    def step(self):
        with tf.GradientTape() as tape:
            loss = self.losses(self.image)
        grad = tape.gradient(loss, self.image)
        if self.sharpen:
            grad = tf.sign(grad) * tf.abs(grad) ** 0.5
        self.opt.apply_gradients([(grad, self.image)])
        self.image.assign(tf.clip_by_value(self.image, 0.0, 1.0))
        if self.writer is not None:
            self.log_scalars(loss)
        return loss

    def run(self, n):
        values = []
        for self.i in range(n):
            if self.i == n // 2:
                self.sharpen = True
            values.append(float(self.step()))
        return values


class Upscaler:
    """post-processing at several sizes"""

    def __init__(self):
        self.kernel = np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]], "float32")

    def sharpen(self, img):
        k = self.kernel[:, :, None, None] * np.eye(3, dtype="float32")
        return tf.nn.conv2d(img, k, 1, "SAME")

    def pyramid(self, img, factors=(1, 2, 3)):
        outs = []
        for f in factors:
            resize = tf.function(lambda x: tf.image.resize(self.sharpen(x), [SIZE * f, SIZE * f]))
            outs.append(resize(img))
        return outs


def save(path, img):
    cv2.imwrite(path, (np.asarray(img)[0] * 255).clip(0, 255).astype("uint8"))
    return os.path.getsize(path)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("-o", "--out", default=tempfile.mkdtemp())
    ap.add_argument("--steps", type=int, default=12)
    args = ap.parse_args()
    print("writing to", args.out, file=sys.stderr)
    content, style = picture("content"), picture("style")
    net = feature_net()
    writer = tf.summary.create_file_writer(os.path.join(args.out, "tb"))
    stylizer = Stylizer(Losses(net, content, style), content, writer=writer)
    t0 = time.time()
    values = stylizer.run(args.steps)
    with writer.as_default():
        for k, v in enumerate(values):
            tf.summary.scalar("loss_eager", v, step=k)
    print("loss %.4f -> %.4f in %.1fs" % (values[0], values[-1], time.time() - t0))
    for img in Upscaler().pyramid(stylizer.image.value()):
        print(img.shape, save(os.path.join(args.out, f"out_{img.shape[1]}.png"), img))


if __name__ == "__main__":
    main()
