"""Small showcase of the layer library on synthetic tabular data."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

from tabkit import layers as L
from tabkit.losses import FocalLoss, QuantileLoss
from tabkit.metrics import Calibration, GroupError


def make_table(n=300, d=8, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)).astype("float32")
    y = (x[:, 0] + 0.5 * x[:, 1] ** 2 + rng.normal(0, 0.2, n) > 0.4).astype("float32")
    return x, y[:, None]


class GateReport(keras.callbacks.Callback):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer
        self.values = []

    def on_epoch_end(self, epoch, logs=None):
        self.values.append(float(self.layer.temperature.numpy()))
        self.layer.sharpness += 1.0


def build(d):
    inp = keras.Input((d,))
    x = L.RunningStandardize()(inp)
    gate = L.FeatureGate()
    x = gate(x)
    x = L.CrossBlock(depth=2)(x)
    x = L.NoisyDense(16)(x)
    x = L.SwapNoise(0.2)(x)
    out = keras.layers.Dense(1, activation="sigmoid")(x)
    return keras.Model(inp, out), gate


def main():
    keras.utils.set_random_seed(8)
    x, y = make_table()
    model, gate = build(x.shape[1])
    loss = FocalLoss(gamma=2.0)
    model.compile("adam", loss=loss, metrics=[Calibration(), GroupError(groups=2)])
    report = GateReport(gate)
    hist = model.fit(x, y, epochs=3, batch_size=50, verbose=0, callbacks=[report])
    print({k: np.round(v[-1], 3) for k, v in hist.history.items()})
    print("temperature", np.round(report.values, 4), "loss calls", loss.calls)
    scores = []
    for q in (0.1, 0.5, 0.9):
        ql = tf.function(QuantileLoss(q).__call__)
        scores.append(float(ql(tf.constant(y), model(x))))
    print("quantile scores", np.round(scores, 3))
    return model, gate, loss


if __name__ == "__main__":
    main()
