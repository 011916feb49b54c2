import argparse

import keras

from . import logging_utils
from .callbacks import AttentionDump, EpochLog, NoiseAnneal
from .config import Config
from .dataset import ClipDataset
from .features import describe_features
from .trainer import KwsTrainer


def parse_args(argv=None):
    parser = argparse.ArgumentParser(description="toy keyword spotting")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--augment", default="shift")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse_args(argv)
    keras.utils.set_random_seed(7)
    logging_utils.setup()
    config = Config()
    config.train.epochs = args.epochs
    config.train.augment = args.augment
    print(config.describe())
    data = ClipDataset(config.train, config.features)
    log = EpochLog()
    trainer = KwsTrainer(config, data, [NoiseAnneal(), log, AttentionDump()])
    trainer.fit()
    wave, _ = next(iter(data.evaluation()))
    print("features:", describe_features(trainer.frontend, wave))
    print("clips seen:", data.seen, data.stats, "front-end calls:", trainer.frontend.num_calls)
    print("steps:", int(trainer.global_step), "seconds in step:", round(trainer.compute_seconds, 3))
    print("clip events:", trainer.clip_events)
    print("wall seconds:", round(trainer.watch.total, 2), "laps", trainer.watch.laps)
    return trainer
