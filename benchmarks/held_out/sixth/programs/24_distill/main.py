import argparse
import os
import tempfile

import keras
import numpy as np

from distill import student as st
from distill.utils import CoolDown, JsonLog, Lottery


def mlp(width, depth, classes, name):
    layers = [keras.Input((6,))]
    for _ in range(depth):
        layers.append(keras.layers.Dense(width, activation="relu"))
    layers.append(keras.layers.Dense(classes))
    return keras.Sequential(layers, name=name)


def toy(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, 6)).astype("float32")
    y = (x[:, 0] * x[:, 1] > 0).astype("int32") + (x[:, 2] > 0.5)
    return x, y.astype("int32")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--option", action="append", default=[], choices=["predict", "skip", "trace"])
    args = ap.parse_args()
    keras.utils.set_random_seed(1)
    x, y = toy(200, 0)
    teacher = mlp(32, 2, 3, "teacher")
    teacher.compile(optimizer="adam", loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    teacher.fit(x, y, epochs=3, verbose=0)
    width = Lottery(np.random.default_rng(3)).width()
    distiller = st.Distiller(mlp(width, 1, 3, "student"), teacher, options=args.option)
    distiller.compile(optimizer=keras.optimizers.Adam(1e-2))
    path = os.path.join(tempfile.mkdtemp(), "log.jsonl")
    distiller.fit(x, y, epochs=3, batch_size=20, verbose=0, callbacks=[CoolDown(), JsonLog(path)])
    print("acc", distiller.evaluate(*toy(60, 9), verbose=0), "steps", st.STEPS_SEEN, "bar", distiller.bar.n)
    with open(path) as fh:
        print(fh.read().splitlines()[-1])


if __name__ == "__main__":
    main()
