import argparse

import numpy as np
import tf_keras as keras

from textclf.config import Settings
from textclf.corpus import Corpus
from textclf.train import Runner

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    keras.utils.set_random_seed(9)
    settings = Settings(epochs=args.epochs)
    runner = Runner(settings, Corpus(settings))
    report = runner.run()
    print({k: np.round(v, 3) for k, v in report.items()})
