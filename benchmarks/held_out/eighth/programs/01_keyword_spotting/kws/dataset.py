import numpy as np
import tensorflow as tf

from .registry import AUGMENTS


def synth_clips(cfg, feature_cfg, seed=0):
    """Sine bursts, one pitch per class."""
    rng = np.random.default_rng(seed)
    length = feature_cfg.sample_rate // 2
    t = np.arange(length) / feature_cfg.sample_rate
    waves, labels = [], []
    for _ in range(cfg.num_clips):
        label = rng.integers(cfg.num_classes)
        freq = 200.0 * (label + 1) + rng.normal(0, 10)
        waves.append(np.sin(2 * np.pi * freq * t) + 0.1 * rng.normal(size=length))
        labels.append(label)
    return np.stack(waves).astype("float32"), np.array(labels, "int64")


class ClipDataset:
    def __init__(self, cfg, feature_cfg):
        self.cfg = cfg
        self.waves, self.labels = synth_clips(cfg, feature_cfg)
        self.augment = AUGMENTS.create(cfg.augment)
        self.seen = 0
        self.stats = {}

    def _count(self, wave, label):
        self.seen += 1
        self.stats["clips"] = self.stats.get("clips", 0) + 1
        return wave, label

    def _normalise(self, wave, label):
        peak = tf.reduce_max(tf.abs(wave))
        wave = tf.cond(peak > 0.0, lambda: wave / peak, lambda: wave)
        wave.set_shape([self.waves.shape[1]])
        return wave, label

    def training(self):
        ds = tf.data.Dataset.from_tensor_slices((self.waves, self.labels))
        ds = ds.shuffle(len(self.labels), reshuffle_each_iteration=True)
        ds = ds.map(self._normalise).map(self._count).map(self.augment)
        return ds.batch(self.cfg.batch_size, drop_remainder=True)

    def evaluation(self):
        ds = tf.data.Dataset.from_tensor_slices((self.waves, self.labels))
        return ds.map(self._normalise).batch(self.cfg.batch_size)

    def class_weights(self):
        counts = np.bincount(self.labels, minlength=self.cfg.num_classes)
        if counts.min() == 0:
            print("some class has no clip")
        return counts.max() / np.maximum(counts, 1)
