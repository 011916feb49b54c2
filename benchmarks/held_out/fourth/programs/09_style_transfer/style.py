import argparse
import os
import time

import numpy as np
import tensorflow as tf

import backbone

STYLE_W = 1e-2
CONTENT_W = 1e4
STEPS = 6
EPOCHS = 5


def load_img(path, size=32):
    if os.path.exists(path):
        img = tf.io.decode_image(tf.io.read_file(path), channels=3, dtype=tf.float32)
        return tf.image.resize(img, (size, size))[None]
    return tf.random.uniform((1, size, size, 3))


def gram(x):
    g = tf.linalg.einsum("bijc,bijd->bcd", x, x)
    n = tf.cast(tf.shape(x)[1] * tf.shape(x)[2], tf.float32)
    return g / n


def total_variation(img):
    return tf.reduce_sum(tf.image.total_variation(img))


class StyleTransfer:
    def __init__(self, content, style, tv_weight=30.0):
        self.extract = backbone.extractor()
        self.style_targets = [gram(f) for f in self.extract(style)[:2]]
        self.content_target = self.extract(content)[2]
        self.tv_weight = tv_weight
        self.best = None
        self.opt = tf.keras.optimizers.Adam(0.02)

    def losses(self, image):
        f = self.extract(image)
        s = tf.add_n([tf.reduce_mean((gram(a) - b) ** 2) for a, b in zip(f[:2], self.style_targets)])
        c = tf.reduce_mean((f[2] - self.content_target) ** 2)
        return STYLE_W * s, CONTENT_W * c

    @tf.function()
    def step(self, image, n):
        with tf.GradientTape() as tape:
            s, c = self.losses(image)
            loss = s + c + self.tv_weight * total_variation(image)
        grad = tape.gradient(loss, image)
        self.opt.apply_gradients([(grad, image)])
        image.assign(tf.clip_by_value(image, 0.0, 1.0))
        self.best = loss
        print(f"step {n}: style {s} content {c}")
        return loss


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--content", default="content.jpg")
    p.add_argument("--style", default="style.jpg")
    args, _ = p.parse_known_args()
    content, style = load_img(args.content), load_img(args.style)
    st = StyleTransfer(content, style)
    image = tf.Variable(content)
    for epoch in range(EPOCHS):
        t0 = time.time()
        for i in range(STEPS):
            loss = st.step(image, tf.constant(i))
        st.tv_weight = 30.0 / (epoch + 1)
        print("epoch", epoch, float(loss), time.time() - t0)
    tf.keras.utils.save_img("out.png", image[0].numpy())


if __name__ == "__main__":
    main()
