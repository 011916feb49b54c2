import sys

import numpy as np
import tensorflow as tf

from gan.nets import Discriminator, Generator
from gan.training import GANTrainer, diversity, latent_walk


def blobs(n, size=16):
    rng = np.random.default_rng(1)
    yy, xx = np.mgrid[:size, :size]
    out = []
    for _ in range(n):
        cx, cy = rng.uniform(4, 12, 2)
        out.append(np.exp(-((xx - cx) ** 2 + (yy - cy) ** 2) / 6.0) * 2 - 1)
    return np.array(out, "float32")[..., None]


def main():
    objective = sys.argv[1] if len(sys.argv) > 1 else "vanilla"
    ds = tf.data.Dataset.from_tensor_slices(blobs(64)).shuffle(64).batch(16, drop_remainder=True)
    trainer = GANTrainer(Generator(8), Discriminator(), objective)
    scores = []
    for round_ in range(3):
        trainer.train(ds, 1)
        scores.append(diversity(trainer.sample_grid(8)))
    walk = latent_walk(trainer.gen)
    print("walk", walk.shape, "diversity", np.round(scores, 3))
    print({k: len(v) for k, v in trainer.stats.items()})


if __name__ == "__main__":
    main()
