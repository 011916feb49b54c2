import argparse
import glob
import shutil
import time

import keras
import numpy as np
import tensorflow as tf

from simclr.data import steps_per_epoch, toy_images, two_views
from simclr.loss import nt_xent, uniformity


def encoder(size):
    return keras.Sequential([
        keras.Input((size, size, 3)),
        keras.layers.Conv2D(8, 3, 2, activation="relu"),
        keras.layers.Conv2D(16, 3, 2, activation="relu"),
        keras.layers.GlobalAveragePooling2D(),
        keras.layers.Dense(16),
    ])


class Pretrainer:
    def __init__(self, net, temperature=0.5, ema_beta=0.99):
        self.net = net
        self.opt = keras.optimizers.Adam(1e-3)
        self.temperature = tf.Variable(temperature, trainable=False)
        self.ema_beta = ema_beta
        self.steps = 0

    @tf.function
    def step(self, a, b):
        with tf.GradientTape() as tape:
            loss = nt_xent(self.net(a, training=True), self.net(b, training=True), self.temperature)
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        return loss

    def run(self, ds, epochs):
        hist = []
        for epoch in range(epochs):
            t = time.time()
            for a, b in ds:
                loss = self.step(a, b)
                self.steps += 1
            self.temperature.assign(self.temperature * 0.9)
            hist.append(float(loss))
            print("epoch", epoch, "loss", hist[-1], "%.1fs" % (time.time() - t))
        return hist


def knn_accuracy(net, images, labels, k=5):
    z = net.predict(images, batch_size=64, verbose=0)
    d = ((z[:, None] - z[None]) ** 2).sum(-1)
    np.fill_diagonal(d, np.inf)
    votes = labels[np.argsort(d, axis=1)[:, :k]]
    return float(np.mean([np.bincount(v).argmax() == l for v, l in zip(votes, labels)]))


@tf.function
def embed(net, image, scale=1.0):
    return net(image[None] * scale)[0]


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--n", type=int, default=64)
    ap.add_argument("--dump", default="/tmp/simclr_dump")
    args = ap.parse_args()
    shutil.rmtree(args.dump, ignore_errors=True)
    images, labels = toy_images(args.n)
    ds, aug = two_views(images, 16, args.dump)
    trainer = Pretrainer(encoder(images.shape[1]))
    print("steps", steps_per_epoch(args.n, 16))
    trainer.run(ds, 2)
    print("applied:", len(aug.applied), "files:", len(glob.glob(args.dump + "/*.png")))
    print("kNN", knn_accuracy(trainer.net, images, labels))
    z = []
    for i, image in enumerate(images[:6]):
        z.append(embed(trainer.net, image, 1.0 - i / 10))
    print("uniformity", float(uniformity(tf.stack(z))))


if __name__ == "__main__":
    main()
