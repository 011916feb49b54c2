import logging

import tensorflow as tf

log = logging.getLogger(__name__)
STATS = {"mean": 0.5, "std": 0.25}


def build_pipeline():
    @tf.function(input_signature=[tf.TensorSpec([None, 6], tf.float32)])
    def run(x):
        log.warning("normalising %s", x.shape)
        x = (x - STATS["mean"]) / STATS["std"]
        tf.debugging.assert_all_finite(x, "bad request")
        return x
    return run
