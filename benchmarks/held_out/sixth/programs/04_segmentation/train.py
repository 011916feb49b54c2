import json
import os
import shutil

import numpy as np
import tensorflow as tf

from seglib import build_loss
from seglib.trainer import SegTrainer
from seglib.unet import build_unet

CONFIG = json.loads("""{
  "size": 32, "samples": 32, "batch": 8, "epochs": 2,
  "loss": {"bce": {}, "dice": {"weight": 0.5}, "focal": {"gamma": 2.0}},
  "thresholds": [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
}""")


def circles(n, size, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:size, :size]
    masks = []
    for _ in range(n):
        cx, cy, r = rng.uniform(8, size - 8), rng.uniform(8, size - 8), rng.uniform(3, 8)
        masks.append(((xx - cx) ** 2 + (yy - cy) ** 2 < r * r).astype("float32"))
    masks = np.stack(masks)[..., None]
    images = masks + rng.normal(0, 0.3, masks.shape).astype("float32")
    return images.astype("float32"), masks


@tf.function
def f_score(prob, mask, threshold):
    pred = tf.cast(prob > threshold, tf.float32)
    tp = tf.reduce_sum(pred * mask)
    return tf.math.divide_no_nan(2 * tp, tf.reduce_sum(pred) + tf.reduce_sum(mask))


def main(out="/tmp/seg_out"):
    shutil.rmtree(out, ignore_errors=True)
    cfg = CONFIG
    images, masks = circles(cfg["samples"], cfg["size"], 0)
    ds = tf.data.Dataset.from_tensor_slices((images, masks)).batch(cfg["batch"], drop_remainder=True)
    model = build_unet(cfg["size"])
    trainer = SegTrainer(model, build_loss(cfg["loss"]), out)
    trainer.fit(ds, cfg["epochs"])
    print("iou", float(trainer.iou(images, masks)))
    prob = tf.sigmoid(model(images, training=False))
    best = max((float(f_score(prob, masks, t)), t) for t in cfg["thresholds"])
    print("best threshold", best)
    with open(os.path.join(out, "log.csv")) as fh:
        print("csv rows:", len(fh.readlines()), "steps:", trainer.global_step)
    return trainer


if __name__ == "__main__":
    main()
