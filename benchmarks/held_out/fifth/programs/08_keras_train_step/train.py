import argparse

import keras
import numpy as np

from models import ClipGate, GaussianJitter, Mixup, SAMModel


class EpochPrinter(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])

    def on_epoch_end(self, epoch, logs=None):
        print(f"epoch {epoch}: {logs['loss']:.4f} over {len(self.losses)} batches")


def make_data(n=64):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(n, 6)).astype("float32")
    return x, (x.sum(1, keepdims=True) > 0).astype("float32")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--gate", action="store_true")
    args = p.parse_args()
    x, y = make_data()
    blocks = [Mixup(), GaussianJitter(0.1), keras.layers.Dense(8, activation="tanh")]
    if args.gate:
        blocks.append(ClipGate())
    base = keras.Sequential(blocks + [keras.layers.Dense(1, activation="sigmoid")])
    base(x[:2])
    model = SAMModel(base)
    model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="binary_crossentropy")
    cb = EpochPrinter()
    model.fit(x, y, batch_size=16, epochs=3, verbose=0, callbacks=[cb])
    print("seen", model.batches_seen, "norms", len(model.grad_norms))
    print(model.evaluate(x, y, verbose=0))


if __name__ == "__main__":
    main()
