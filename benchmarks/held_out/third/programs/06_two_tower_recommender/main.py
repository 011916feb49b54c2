import numpy as np
import tensorflow as tf

from recommender import TwoTower
from recommender.features import normalise, split_label


def dataset(n=32):
    rng = np.random.default_rng(1)
    rows = {
        "user": rng.integers(0, 10, n),
        "genre": rng.choice(["rock", "jazz", "pop", "folk"], n),
        "weight": np.ones(n, "float32"),
        "clicked": rng.integers(0, 2, n),
    }
    return tf.data.Dataset.from_tensor_slices(rows).map(split_label).map(normalise).batch(8)


def main():
    model = TwoTower()
    for feats, label in dataset():
        print(model.score(feats).shape)
    return model


if __name__ == "__main__":
    main()
