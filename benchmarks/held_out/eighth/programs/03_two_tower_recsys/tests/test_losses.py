import numpy as np
import tensorflow as tf

from recsys.losses import InBatchSoftmax, SampledBpr


def test_softmax_positive():
    x = tf.constant(np.eye(4, dtype="float32"))
    loss = InBatchSoftmax(1.0, 2)(x, x)
    assert loss.numpy() > 0


def test_bpr_eager_varies():
    x = tf.random.normal([30, 4])
    values = {round(float(SampledBpr(1.0, 5)(x, x)), 6) for _ in range(4)}
    assert len(values) > 1
