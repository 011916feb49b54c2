import sys

import numpy as np
import tensorflow as tf
from recommender import Recommender


def interactions(n=64, users=20, items=30):
    rng = np.random.default_rng(0)
    return tf.data.Dataset.from_tensor_slices({
        "user": rng.integers(0, users, n).astype("int32"),
        "item": rng.integers(0, items, n).astype("int32"),
    }).batch(16)


def main(kind="deep"):
    ds = interactions()
    model = Recommender(20, 30, kind)
    model.compile(optimizer=tf.keras.optimizers.Adagrad(0.1))
    model.fit(ds, epochs=1, verbose=0)
    model.hard_negatives = True
    h = model.fit(ds, epochs=1, verbose=0)
    print("batches seen:", model.seen_batches, "loss", h.history["loss"])


if __name__ == "__main__":
    main(*sys.argv[1:])
