import numpy as np
import tensorflow as tf

from .augment import compose


def striped_images(n, size, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:size, :size]
    labels = rng.integers(0, 3, n)
    angle = labels * np.pi / 3
    phase = rng.uniform(0, 6, n)
    wave = np.sin(np.cos(angle)[:, None, None] * xx + np.sin(angle)[:, None, None] * yy + phase[:, None, None])
    return wave[..., None].astype("float32"), labels.astype("int64")


class TwoViews:
    def __init__(self, cfg, images):
        self.cfg = cfg
        self.images = images
        self.apply = compose(cfg["augment"])
        self.views_made = 0

    def pair(self, image):
        self.views_made += 2
        return self.apply(image), self.apply(image)

    def __call__(self):
        ds = tf.data.Dataset.from_tensor_slices(self.images).shuffle(len(self.images))
        return ds.map(self.pair, num_parallel_calls=2).batch(self.cfg["batch"], drop_remainder=True)
