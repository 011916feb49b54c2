# COMP4471 assignment 3 - small residual network, written from scratch
# usage: python train_resnet.py [--debug]
import random
import sys
import time

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf
from tqdm import tqdm

DEBUG = "--debug" in sys.argv
NUM_CLASSES = 5
IMG = 16
BATCH = 20

np.random.seed(42)


def fake_cifar(n):
    y = np.random.randint(0, NUM_CLASSES, size=n)
    x = np.random.rand(n, IMG, IMG, 3).astype(np.float32) * 0.3
    for i, c in enumerate(y):
        x[i, c * 3:c * 3 + 3, :, c % 3] += 0.7
    return x, y.astype(np.int32)


x_train, y_train = fake_cifar(200)
x_val, y_val = fake_cifar(40)
print("data:", x_train.shape, y_train.shape)


def augment(img, label):
    # flip half of the pictures
    if random.random() > 0.5:
        img = tf.image.flip_left_right(img)
    img = tf.image.random_brightness(img, 0.1)
    return img, label


class Conv:
    def __init__(self, cin, cout, k=3, stride=1):
        scale = np.sqrt(2.0 / (k * k * cin))
        self.w = tf.Variable(tf.random.normal([k, k, cin, cout]) * scale)
        self.b = tf.Variable(tf.zeros([cout]))
        self.stride = stride

    def __call__(self, x):
        return tf.nn.conv2d(x, self.w, self.stride, "SAME") + self.b


class ResBlock:
    def __init__(self, cin, cout, stride=1):
        self.c1, self.c2 = Conv(cin, cout, 3, stride), Conv(cout, cout)
        self.short = Conv(cin, cout, 1, stride) if (stride != 1 or cin != cout) else None

    def __call__(self, x):
        h = self.c2(tf.nn.relu(self.c1(x)))
        if self.short is not None:
            x = self.short(x)
        print("block output", h.shape)
        return tf.nn.relu(h + x)


class Net:
    def __init__(self):
        self.stem = Conv(3, 8)
        self.blocks = [ResBlock(8, 8), ResBlock(8, 16, 2)]
        self.w = tf.Variable(tf.random.normal([16, NUM_CLASSES]) * 0.1)
        self.b = tf.Variable(tf.zeros([NUM_CLASSES]))
        self.last_features = None

    def variables(self):
        out = [self.w, self.b]
        for m in [self.stem] + [c for b in self.blocks for c in (b.c1, b.c2, b.short)]:
            if m is not None:
                out.extend([m.w, m.b])
        return out

    def __call__(self, x):
        h = tf.nn.relu(self.stem(x))
        for b in self.blocks:
            h = b(h)
        feats = tf.reduce_mean(h, axis=[1, 2])
        self.last_features = feats
        return tf.matmul(feats, self.w) + self.b


net = Net()
learning_rate = tf.Variable(0.05, trainable=False)
momentum = [tf.Variable(tf.zeros_like(v), trainable=False) for v in net.variables()]
step_no = 0


@tf.function
def train_step(x, y, step):
    with tf.GradientTape() as tape:
        logits = net(x)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))
    grads = tape.gradient(loss, net.variables())
    warm = tf.minimum(1.0, (tf.cast(step, tf.float32) + 1.0) / 5.0)
    for v, m, g in zip(net.variables(), momentum, grads):
        m.assign(0.9 * m + g)
        v.assign_sub(warm * learning_rate * m)
    if tf.math.is_nan(loss):
        tf.print("NaN loss!")
    return loss


@tf.function
def accuracy(x, y):
    pred = tf.argmax(net(x), axis=-1, output_type=tf.int32)
    return tf.reduce_mean(tf.cast(pred == y, tf.float32))


def plot_features(path="/tmp/features.png"):
    feats = net.last_features
    plt.figure()
    plt.hist(np.ravel(feats), bins=20)
    plt.savefig(path)
    plt.close()


ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(200).map(augment).batch(BATCH)
curve = []
t_start = time.time()
for epoch in range(2):
    for xb, yb in tqdm(ds, disable=True):
        loss = train_step(xb, yb, step_no)
        curve.append(loss.numpy())
        step_no += 1
    learning_rate.assign(learning_rate * 0.5)
    print("epoch", epoch, "loss", np.mean(curve[-10:]), "val acc", accuracy(x_val, y_val).numpy())
print("done in %.1fs" % (time.time() - t_start))
np.save("/tmp/curve.npy", np.array(curve))
if DEBUG:
    plot_features()
