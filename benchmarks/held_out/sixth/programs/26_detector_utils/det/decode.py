import logging

import tensorflow as tf

log = logging.getLogger(__name__)


class BoxDecoder:
    def __init__(self, variance=0.1):
        self.variance = variance

    def _finite(self, deltas):
        tf.debugging.check_numerics(deltas, "box deltas")
        return deltas

    @tf.function(jit_compile=True)
    def decode(self, anchors, deltas):
        deltas = self._finite(deltas) * self.variance
        wh = anchors[:, 2:] - anchors[:, :2]
        shift = tf.concat([deltas[:, :2] * wh, deltas[:, 2:] * wh], 1)
        return anchors + shift

    @tf.function
    def decode_checked(self, anchors, deltas):
        deltas = tf.debugging.check_numerics(deltas, "box deltas")
        return anchors + tf.tile(deltas[:, :2], [1, 2])

    def summary(self, boxes):
        log.info("decoded %d boxes", len(boxes))
        return boxes.numpy().mean(0)


def make_decode(variance):
    return BoxDecoder(variance).decode
