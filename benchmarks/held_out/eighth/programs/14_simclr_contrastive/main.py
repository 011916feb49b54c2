import argparse
import json

import tensorflow as tf

from simclr import defaults
from simclr.probe import linear_probe
from simclr.pretrain import Pretrainer


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--override", type=json.loads, default={})
    args = parser.parse_args(argv)
    cfg = {**defaults.CONFIG, **args.override}
    tf.keras.utils.set_random_seed(cfg["seed"])
    trainer = Pretrainer(cfg)
    trainer.run()
    print("probe accuracy", round(linear_probe(trainer.encoder, trainer.images, trainer.labels), 3))
    print("views made", trainer.pipeline.views_made, "largest gradient", trainer.largest_gradient)
    return trainer


if __name__ == "__main__":
    main()
