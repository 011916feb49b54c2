import warnings

import tensorflow as tf

from .registry import Registry

LOSSES = Registry("loss")


class LossBase:
    """Keeps the last value for the console; subclasses implement compute()."""
    weight = 1.0

    def __init__(self, weight=1.0):
        self.weight = weight
        self.last = None

    def compute(self, target, logits):
        raise NotImplementedError

    def __call__(self, target, logits):
        value = self.weight * self.compute(target, logits)
        self._track(value)
        return value

    def _track(self, value):
        self.last = value


@LOSSES.register("bce")
class BCELoss(LossBase):
    def compute(self, target, logits):
        ce = tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=logits)
        return tf.reduce_mean(ce)


@LOSSES.register("dice")
class DiceLoss(LossBase):
    def __init__(self, weight=1.0, smooth=1.0):
        super().__init__(weight)
        self.smooth = smooth

    def compute(self, target, logits):
        p = tf.sigmoid(logits)
        inter = tf.reduce_sum(p * target, axis=[1, 2, 3])
        union = tf.reduce_sum(p + target, axis=[1, 2, 3])
        if tf.reduce_any(tf.equal(union, 0.0)):
            union = union + 1e-6
        if logits.shape[-1] != target.shape[-1]:
            raise ValueError("channels differ")
        return 1.0 - tf.reduce_mean((2.0 * inter + self.smooth) / (union + self.smooth))


@LOSSES.register("focal")
class FocalLoss(LossBase):
    def __init__(self, weight=1.0, gamma=2.0):
        super().__init__(weight)
        self.gamma = gamma
        if gamma > 5:
            warnings.warn("gamma is large")

    def compute(self, target, logits):
        p = tf.sigmoid(logits)
        pt = tf.where(target > 0.5, p, 1.0 - p)
        tf.gather(tf.reshape(pt, [-1]), tf.cast(tf.reduce_sum(target), tf.int32))
        return tf.reduce_mean(-tf.pow(1.0 - pt, self.gamma) * tf.math.log(pt + 1e-7))


def build_loss(spec):
    parts = [LOSSES.build(name, **kw) for name, kw in spec.items()]

    def total(target, logits):
        return tf.add_n([part(target, logits) for part in parts])
    total.parts = parts
    return total
