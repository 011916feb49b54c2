import argparse
import os
import random

import numpy as np
import tensorflow as tf

from data import MoonSampler
from gan import GAN


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--steps", type=int, default=15)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--seed", type=int, default=7)
    return p.parse_args()


def nearest_distance(samples, points):
    d = np.linalg.norm(samples[:, None] - points[None], axis=-1)
    return float(d.min(axis=1).mean())


def main():
    args = parse_args()
    random.seed(args.seed)
    np.random.seed(args.seed)
    tf.random.set_seed(args.seed)
    sampler = MoonSampler(seed=args.seed)
    gan = GAN()
    gan.train(sampler, args.epochs, args.steps, args.batch_size)
    samples = gan.sample(200)
    np.save(os.path.join(gan.out_dir, "samples.npy"), samples)
    print("points drawn", sampler.drawn)
    print("kept critic losses", len(gan.d_losses))
    print("distance", nearest_distance(samples, sampler.points[:300]))


if __name__ == "__main__":
    main()
