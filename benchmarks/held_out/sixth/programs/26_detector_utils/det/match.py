import tensorflow as tf

from .boxes import diagonal, iou_matrix


class Matcher:
    """assigns anchors to ground truth"""

    def __init__(self, hi=0.5, lo=0.3):
        self.hi, self.lo = hi, lo
        self.stats = []

    def labels(self, iou):
        best = tf.reduce_max(iou, axis=1)
        lab = tf.where(best >= self.hi, 1, tf.where(best < self.lo, 0, -1))
        self.stats.append(tf.reduce_sum(tf.cast(lab == 1, tf.int32)))
        return lab

    @tf.function(experimental_relax_shapes=True)
    def match(self, anchors, truth):
        iou = iou_matrix(anchors, truth)
        index = tf.argmax(iou, axis=1)
        if tf.reduce_any(tf.reduce_max(iou, axis=0) < self.lo):
            tf.print("unmatched ground truth")
        return self.labels(iou), tf.gather(truth, index)

    @tf.function
    def distance(self, a, b):
        return tf.reduce_mean(tf.abs(a - b)) / diagonal(b)


class Pruner:
    """greedy suppression, three implementations"""

    def __init__(self, threshold=0.5):
        self.threshold = threshold

    @tf.function
    def reference(self, boxes, scores):
        keep = tf.image.non_max_suppression(boxes, scores, 10, self.threshold)
        return tf.gather(boxes, keep)

    @tf.function
    def greedy(self, boxes, scores):
        order = tf.argsort(scores, direction="DESCENDING")
        if tf.size(order) > 0:
            best = tf.gather(boxes, order[0])
        return best

    @tf.function
    def unique(self, classes):
        kept = [classes[0]]
        for k in range(1, classes.shape[0]):
            if classes[k] not in kept:
                kept.append(classes[k])
        return tf.stack(kept)
