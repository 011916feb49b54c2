import argparse
import os
import tempfile
import time

import keras
import numpy as np

from inspect_line.camera import FakeCamera
from inspect_line.normalizers import offline_stats
from inspect_line.pipeline import InspectionPipeline

CFG = {"size": 24, "batch": 8, "norm": "minmax", "epochs": 2}


def classifier(size):
    model = keras.Sequential([
        keras.Input((size, size, 2)),
        keras.layers.Conv2D(8, 3, activation="relu"),
        keras.layers.MaxPool2D(),
        keras.layers.Flatten(),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
    return model


def report(model, ds):
    probs, truth = [], []
    for x, y in ds:
        probs.append(model(x, training=False).numpy())
        truth.append(y.numpy())
    p, t = np.concatenate(probs)[:, 0], np.concatenate(truth)
    return float(((p > 0.5) == t).mean())


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--norm", default=CFG["norm"])
    ap.add_argument("--named", action="store_true")
    args = ap.parse_args()
    work = tempfile.mkdtemp()
    cfg = dict(CFG, norm=args.norm, named=args.named)
    paths, labels = FakeCamera(os.path.join(work, "in")).shoot(32)
    pipe = InspectionPipeline(cfg, os.path.join(work, "journal.txt"))
    ds = pipe.build(paths, labels)
    if args.named:
        print([n.numpy() for _, _, n in ds.take(2)])
        return
    model = classifier(cfg["size"])
    t0 = time.time()
    model.fit(ds, epochs=cfg["epochs"], verbose=0)
    print("accuracy", report(model, ds), "in %.1fs" % (time.time() - t0))
    with open(pipe.journal) as fh:
        print("journal lines", len(fh.readlines()), "edge maps", pipe.read_count, "audited", len(pipe.audited))
    print(offline_stats([x.numpy() for x, _ in ds.unbatch()]))


if __name__ == "__main__":
    main()
