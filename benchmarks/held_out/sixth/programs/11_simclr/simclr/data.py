import numpy as np
import tensorflow as tf

from .augment import ColorJitter, Compose, GaussianBlur, RandomCrop


def toy_images(n, size=12, seed=0):
    rng = np.random.RandomState(seed)
    base = rng.rand(4, size, size, 3)
    labels = rng.randint(0, 4, n)
    images = base[labels] * 0.7 + 0.3 * rng.rand(n, size, size, 3)
    return images.astype("float32"), labels


def two_views(images, batch, dump_dir=None):
    aug = Compose(RandomCrop(), ColorJitter(), GaussianBlur(), dump_dir=dump_dir)
    ds = tf.data.Dataset.from_tensor_slices(images)
    ds = ds.map(lambda im: (aug(im), aug(im)))
    return ds.shuffle(len(images)).batch(batch, drop_remainder=True), aug


def steps_per_epoch(n, batch):
    assert n >= batch, "too few images"
    return n // batch
