import math
from functools import partial

import numpy as np
import tensorflow as tf
from tensorflow import keras

EPS = 1e-7


def dice_loss(y_true, y_pred, smooth=1.0):
    inter = tf.reduce_sum(y_true * y_pred)
    total = tf.reduce_sum(y_true) + tf.reduce_sum(y_pred)
    print("dice parts", inter, total)
    return 1.0 - (2.0 * inter + smooth) / (total + smooth)


def focal_loss(gamma=2.0, alpha=0.25):
    log_alpha = math.log(alpha)

    def loss(y_true, y_pred):
        p = tf.clip_by_value(y_pred, EPS, 1 - EPS)
        pt = tf.where(y_true > 0.5, p, 1 - p)
        return -tf.reduce_mean(tf.pow(1 - pt, gamma) * tf.math.log(pt)) * math.exp(log_alpha)
    return loss


def hinge_or_mse(y_true, y_pred):
    err = tf.reduce_mean(tf.abs(y_true - y_pred))
    if err > 0.1:
        return err
    return tf.reduce_mean(tf.square(y_true - y_pred))


def np_mape(y_true, y_pred):
    diff = np.abs((y_true - y_pred) / (y_true + 1.0))
    return tf.reduce_mean(diff)


def weighted_bce(y_true, y_pred, weights):
    w = tf.gather(tf.constant(weights, tf.float32), tf.cast(y_true, tf.int32))
    return tf.reduce_mean(w * keras.losses.binary_crossentropy(y_true, y_pred)[:, None])


class ConfusionRatio(keras.metrics.Metric):
    def __init__(self, name="ratio", **kw):
        super().__init__(name=name, **kw)
        self.tp = self.add_weight(name="tp", initializer="zeros")
        self.total = self.add_weight(name="total", initializer="zeros")
        self.updates = 0

    def update_state(self, y_true, y_pred, sample_weight=None):
        hit = tf.cast(tf.equal(tf.round(y_pred), y_true), tf.float32)
        self.updates += 1
        if sample_weight is not None:
            hit *= sample_weight
        self.tp.assign_add(tf.reduce_sum(hit))
        self.total.assign_add(tf.cast(tf.size(hit), tf.float32))

    def result(self):
        return self.tp / (self.total + EPS)

    def reset_state(self):
        for v in self.variables:
            v.assign(0.0)


class LossHistory(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.values = []

    def on_train_batch_end(self, batch, logs=None):
        self.values.append(logs.get("loss"))
        if np.isnan(self.values[-1]):
            self.model.stop_training = True


LOSSES = {
    "dice": dice_loss,
    "focal": focal_loss(gamma=1.5),
    "wbce": partial(weighted_bce, weights=[1.0, 3.0]),
    "hinge": hinge_or_mse,
    "mape": np_mape,
}


def make_model():
    inp = keras.Input((3,))
    h = keras.layers.Dense(4, activation="tanh")(inp)
    return keras.Model(inp, keras.layers.Dense(1, activation="sigmoid")(h))


def fit_with(name, x, y):
    model = make_model()
    metric = ConfusionRatio()
    model.compile("adam", loss=LOSSES[name], metrics=[metric])
    hist = LossHistory()
    model.fit(x, y, batch_size=8, epochs=2, verbose=0, callbacks=[hist])
    print(name, "batches", len(hist.values), "updates", metric.updates)
    return hist.values[-1]


def main(names=("dice", "wbce")):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(32, 3)).astype("float32")
    y = (x[:, :1] > 0).astype("float32")
    scores = {}
    for n in names:
        scores[n] = fit_with(n, x, y)
    best = min(scores, key=scores.get)
    print("best", best, f"{scores[best]:.3f}")
    for n in ("hinge", "mape"):
        try:
            fit_with(n, x, y)
        except Exception as e:
            print("skipping", n, type(e).__name__)


if __name__ == "__main__":
    main()
