import numpy as np
import tensorflow as tf


class CellData:
    def __init__(self, settings):
        self.settings = settings
        rng = np.random.default_rng(settings["seed"])
        size, n = settings["size"], settings["images"]
        yy, xx = np.mgrid[:size, :size]
        masks = np.zeros((n, size, size, 1), "float32")
        for k in range(n):
            for _ in range(rng.integers(1, 4)):
                cy, cx, r = rng.uniform(2, size - 2), rng.uniform(2, size - 2), rng.uniform(1.5, 3)
                masks[k, (yy - cy) ** 2 + (xx - cx) ** 2 < r ** 2] = 1.0
        self.masks = masks
        self.images = (masks * 0.6 + rng.normal(0.2, 0.15, masks.shape)).astype("float32")
        self.augmented = 0
        self.rng = rng

    def elastic(self, image, mask):
        """Row shifts in NumPy; called through numpy_function."""
        shift = self.rng.integers(-2, 3)
        self.augmented += 1
        return np.roll(image, shift, 0), np.roll(mask, shift, 0)

    def rotate(self, image, mask):
        k = self.rng.integers(0, 4)
        return tf.image.rot90(image, k), tf.image.rot90(mask, k)

    def wrap(self, image, mask):
        shape = image.shape
        image, mask = tf.numpy_function(self.elastic, [image, mask], (tf.float32, tf.float32))
        return tf.ensure_shape(image, shape), tf.ensure_shape(mask, shape)

    def training(self):
        ds = tf.data.Dataset.from_tensor_slices((self.images, self.masks))
        return ds.map(self.rotate).map(self.wrap).batch(self.settings["batch"])
