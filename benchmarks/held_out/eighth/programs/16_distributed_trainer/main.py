import argparse

import tensorflow as tf

from trainer_core.config import RunConfig
from trainer_core.data import input_fn
from trainer_core.engine import Engine
from trainer_core.recipes import RECIPES


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--recipe", default="regression", choices=sorted(RECIPES))
    parser.add_argument("--strategy", default="mirrored")
    args = parser.parse_args()
    devices = tf.config.list_physical_devices("CPU")
    tf.config.set_logical_device_configuration(devices[0], [tf.config.LogicalDeviceConfiguration()] * 2)
    cfg = RunConfig(recipe=args.recipe)
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"]) if args.strategy == "mirrored" else tf.distribute.get_strategy()
    engine = Engine(cfg, strategy, RECIPES[cfg.recipe](cfg))
    engine.run(input_fn(cfg, strategy))
    print("examples", engine.examples, "metric history", engine.history)
    return engine


if __name__ == "__main__":
    main()
