import argparse
import itertools
import math
import os

import numpy as np
import tensorflow as tf

CLASSES = ["bg", "cat", "dog"]


def make_anchors(grid, scales):
    boxes = []
    for (i, j), s in itertools.product(np.ndindex(grid, grid), scales):
        boxes.append([(i + .5) / grid, (j + .5) / grid, s, math.sqrt(s)])
    return np.array(boxes, np.float32)


def iou(a, b):
    lt = tf.maximum(a[:, None, :2] - a[:, None, 2:] / 2, b[None, :, :2] - b[None, :, 2:] / 2)
    rb = tf.minimum(a[:, None, :2] + a[:, None, 2:] / 2, b[None, :, :2] + b[None, :, 2:] / 2)
    wh = tf.maximum(rb - lt, 0.0)
    inter = wh[..., 0] * wh[..., 1]
    return inter / (tf.reduce_prod(a[:, None, 2:], -1) + tf.reduce_prod(b[None, :, 2:], -1) - inter)


class SSDHead(tf.keras.layers.Layer):
    def __init__(self, n_anchor, n_class, **kw):
        super().__init__(**kw)
        self.n_anchor, self.n_class = n_anchor, n_class
        self.conf = tf.keras.layers.Conv2D(n_anchor * n_class, 3, padding="same")
        self.loc = tf.keras.layers.Conv2D(n_anchor * 4, 3, padding="same")

    def call(self, f):
        b = tf.shape(f)[0]
        return (tf.reshape(self.loc(f), [b, -1, 4]),
                tf.reshape(self.conf(f), [b, -1, self.n_class]))


def build_model(n_anchor):
    inp = tf.keras.Input((32, 32, 3))
    x = inp
    for w in (8, 16, 16):
        x = tf.keras.layers.Conv2D(w, 3, 2, "same", activation="relu")(x)
    loc, conf = SSDHead(n_anchor, len(CLASSES))(x)
    return tf.keras.Model(inp, [loc, conf])


class MultiBoxLoss:
    def __init__(self, neg_ratio=3.0):
        self.neg_ratio = neg_ratio
        self.num_pos = []

    def __call__(self, loc, conf, t_loc, t_cls):
        pos = tf.cast(t_cls > 0, tf.float32)
        n_pos = tf.reduce_sum(pos)
        self.num_pos.append(n_pos)
        ce = tf.nn.sparse_softmax_cross_entropy_with_logits(t_cls, conf)
        neg = tf.sort(tf.reshape(ce * (1 - pos), [-1]), direction="DESCENDING")
        k = tf.cast(n_pos * self.neg_ratio, tf.int32) + 1
        l1 = tf.reduce_sum(tf.abs(loc - t_loc), -1) * pos
        return (tf.reduce_sum(ce * pos) + tf.reduce_sum(neg[:k]) + tf.reduce_sum(l1)) / (n_pos + 1)


def train(model, data, criterion, steps):
    opt = tf.keras.optimizers.SGD(1e-3)

    @tf.function
    def step(img, t_loc, t_cls):
        with tf.GradientTape() as tape:
            loc, conf = model(img, training=True)
            loss = criterion(loc, conf, t_loc, t_cls)
        print("Tracing detector step with", img.shape)
        g = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(g, model.trainable_variables))
        return loss

    for i in range(steps):
        loss = step(*data)
    print("final", float(loss), "positives", criterion.num_pos)


def decode(loc, anchors):
    return anchors + tf.clip_by_value(loc, -1, 1)


@tf.function
def nms(boxes, scores, max_out):
    yx, hw = boxes[:, :2], boxes[:, 2:]
    corners = tf.concat([yx - hw / 2, yx + hw / 2], 1)
    idx = tf.image.non_max_suppression(corners, scores, max_out)
    return tf.gather(boxes, idx)


@tf.function
def best_class(conf):
    ids = tf.argmax(conf, -1)
    return [CLASSES[i] for i in ids.numpy()]


def detect_folder(model, images, anchors):
    results = {}
    for name, img in images.items():
        loc, conf = model.predict(img[None], verbose=0)
        boxes = decode(loc[0], anchors)
        keep = nms(boxes, tf.reduce_max(tf.nn.softmax(conf[0])[:, 1:], -1), 5)
        results[os.path.basename(name)] = keep.numpy().tolist()
    return results


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--labels", action="store_true")
    p.add_argument("--steps", type=int, default=6)
    args = p.parse_args()
    anchors = make_anchors(4, [0.2, 0.4])
    model = build_model(2)
    rng = np.random.default_rng(3)
    img = rng.random((4, 32, 32, 3), np.float32)
    gt = tf.constant([[.3, .3, .3, .3], [.7, .7, .3, .3]])
    best = iou(tf.constant(anchors), gt).numpy().max(1)
    cls = np.tile((best > 0.2).astype(np.int32), (4, 1))
    train(model, (img, np.zeros((4, len(anchors), 4), np.float32), cls), MultiBoxLoss(), args.steps)
    out = detect_folder(model, {f"img/{i}.png": im for i, im in enumerate(np.concatenate([img, img[:1]]))}, anchors)
    print({k: len(v) for k, v in out.items()})
    _, conf = model.predict(img, verbose=0)
    if args.labels:
        print(best_class(conf[0]))


if __name__ == "__main__":
    main()
