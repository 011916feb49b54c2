import datetime
import functools
import os

import cv2
import numpy as np
import tensorflow as tf

from .normalizers import NORMALIZERS


class InspectionPipeline:
    def __init__(self, cfg, journal):
        self.cfg = cfg
        self.journal = journal
        self.normalize = NORMALIZERS[cfg["norm"]]
        self.read_count = 0
        self.audited = []
        if os.path.exists(journal):
            os.remove(journal)

    # ---- reading -------------------------------------------------------
    def _note(self, what):
        with open(self.journal, "a") as fh:
            fh.write(f"{datetime.datetime.now().isoformat()} {what}\n")

    def decode(self, path, label):
        raw = tf.io.read_file(path)
        image = tf.io.decode_png(raw, channels=1)
        image = tf.cast(tf.ensure_shape(image, [self.cfg["size"], self.cfg["size"], 1]), tf.float32) / 255.0
        self._note("decoded")
        return image, label

    def decode_named(self, path, label):
        name = os.path.basename(path.numpy().decode())
        image, label = self.decode(path, label)
        return image, label, name

    # ---- processing ----------------------------------------------------
    def _edges(self, image):
        img = (image[..., 0] * 255).astype("uint8")
        self.read_count += 1
        return (cv2.Canny(img, 50, 120)[..., None] / 255.0).astype("float32")

    def edges(self, image, label):
        e = tf.numpy_function(self._edges, [image], tf.float32)
        e = tf.ensure_shape(e, image.shape)
        return tf.concat([image, e], -1), label

    def _audit(self, mean):
        self.audited.append(float(mean))
        return np.float32(mean)

    def audit(self, image, label):
        tf.numpy_function(self._audit, [tf.reduce_mean(image)], tf.float32, stateful=False)
        return image, label

    def flip(self, image, label):
        if tf.random.uniform([]) > 0.5:
            image = tf.image.flip_left_right(image)
        return image, label

    # ---- assembling ----------------------------------------------------
    def build(self, paths, labels, training=True):
        ds = tf.data.Dataset.from_tensor_slices((paths, labels))
        if self.cfg.get("named"):
            return ds.map(self.decode_named)
        ds = ds.map(self.decode)
        ds = ds.map(lambda im, y: (self.normalize(im), y))
        stages = [self.audit, self.edges] + ([self.flip] if training else [])
        ds = functools.reduce(lambda d, f: d.map(f), stages, ds)
        return ds.batch(self.cfg["batch"])
