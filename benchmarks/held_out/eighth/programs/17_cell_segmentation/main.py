import argparse
import tempfile

import keras

from seg.callbacks import CALLBACKS
from seg.data import CellData
from seg.model import SegModel, unet
from seg.settings import load_settings


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int)
    args = parser.parse_args(argv)
    settings = load_settings(epochs=args.epochs)
    keras.utils.set_random_seed(settings["seed"])
    data = CellData(settings)
    model = SegModel(unet(settings), settings, out_dir=tempfile.mkdtemp())
    model.compile(optimizer=keras.optimizers.Adam(settings["lr"]))
    callbacks = [CALLBACKS[name](settings) for name in settings["callbacks"]]
    history = model.fit(data.training(), epochs=settings["epochs"], verbose=0, callbacks=callbacks)
    print({k: [round(float(x), 3) for x in v] for k, v in history.history.items()})
    print("hard batches", model.hard_batches, "augmented", data.augmented, "files", model.files())
    return model, data


if __name__ == "__main__":
    main()
