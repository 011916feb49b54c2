import argparse
import logging
import random

import numpy as np
import tensorflow as tf

from kws.config import TrainConfig
from kws.features import SpectrogramFrontend, make_dataset, synth_set
from kws.net import KeywordNet
from kws.trainer import Trainer


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    tf.random.set_seed(seed)


def main(argv=None):
    ap = argparse.ArgumentParser()
    ap.add_argument("--clips", type=int, default=96)
    ap.add_argument("--epochs", type=int, default=3)
    args = ap.parse_args(argv)
    logging.basicConfig(level=logging.INFO)
    seed_everything(3)
    cfg = TrainConfig(epochs=args.epochs)
    cfg.describe()
    frontend = SpectrogramFrontend(cfg.frontend)
    train = make_dataset(*synth_set(args.clips, cfg.n_classes), frontend, cfg.batch_size, True)
    valid = make_dataset(*synth_set(args.clips // 2, cfg.n_classes, 9), frontend, cfg.batch_size, False)
    trainer = Trainer(KeywordNet(cfg.n_classes), cfg)
    trainer.fit(train, valid)
    print("clips processed:", frontend.seen)
    print("mean lr at the end:", trainer.lr)
    return trainer, frontend


if __name__ == "__main__":
    main()
