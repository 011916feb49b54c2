import tensorflow as tf

from .registry import LOSSES

_warned = False


@LOSSES.register
def smooth_ce(labels, logits, smoothing=0.0):
    global _warned
    n = logits.shape[-1]
    if smoothing > 0.5 and not _warned:
        print("smoothing is large")
        _warned = True
    onehot = tf.one_hot(labels, n) * (1 - smoothing) + smoothing / n
    return tf.nn.softmax_cross_entropy_with_logits(onehot, logits)


@LOSSES.register
def focal(labels, logits, gamma=2.0):
    p = tf.nn.softmax(logits)
    pt = tf.gather(p, labels, batch_dims=1)
    return -tf.pow(1 - pt, gamma) * tf.math.log(pt + 1e-7)
