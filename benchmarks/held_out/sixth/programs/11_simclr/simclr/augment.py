"""Augmentations. Each takes and returns a float image in [0, 1]."""
import os
import uuid

import cv2
import numpy as np
import tensorflow as tf


class Augmentation:
    def __init__(self, p=0.5):
        self.p = p

    def transform(self, image):
        raise NotImplementedError

    def __call__(self, image):
        if np.random.rand() < self.p:
            return self.transform(image)
        return image


class ColorJitter(Augmentation):
    def transform(self, image):
        image = tf.image.random_brightness(image, 0.3)
        return tf.clip_by_value(image, 0.0, 1.0)


class GaussianBlur(Augmentation):
    """cv2 blur through py_function"""

    def blur(self, image):
        sigma = float(np.random.uniform(0.1, 2.0))
        return cv2.GaussianBlur(image.numpy(), (3, 3), sigma)

    def transform(self, image):
        out = tf.py_function(self.blur, [image], tf.float32)
        return tf.ensure_shape(out, image.shape)


class RandomCrop(Augmentation):
    def __init__(self, p=1.0, pad=2):
        super().__init__(p)
        self.pad = pad

    def transform(self, image):
        h, w, c = image.shape
        image = tf.pad(image, [[self.pad] * 2, [self.pad] * 2, [0, 0]], mode="REFLECT")
        return tf.image.random_crop(image, [h, w, c])


class Compose:
    def __init__(self, *steps, dump_dir=None):
        self.steps = steps
        self.dump_dir = dump_dir
        self.applied = []
        if dump_dir:
            os.makedirs(dump_dir, exist_ok=True)

    def __call__(self, image):
        for s in self.steps:
            image = s(image)
            self.applied.append(type(s).__name__)
        if self.dump_dir:
            name = os.path.join(self.dump_dir, uuid.uuid4().hex + ".png")
            data = tf.io.encode_png(tf.cast(image * 255.0, tf.uint8))
            tf.io.write_file(name, data)
        return image
