import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K, losses


class Quantile(losses.Loss):
    def __init__(self, q=0.9, **kw):
        super().__init__(**kw)
        self.q = q

    def call(self, y_true, y_pred):
        e = y_true - y_pred
        worst = e.numpy().max() if hasattr(e, "numpy") and tf.executing_eagerly() else 0.0
        return tf.reduce_mean(tf.maximum(self.q * e, (self.q - 1) * e)) + 0.0 * worst


def spearman(y_true, y_pred):
    a, b = (t.numpy().ravel() for t in (y_true, y_pred))
    ra, rb = a.argsort().argsort(), b.argsort().argsort()
    return np.corrcoef(ra, rb)[0, 1]


def spearman_py(y_true, y_pred):
    f = lambda a, b: np.float32(np.corrcoef(a.numpy().ravel(), b.numpy().ravel())[0, 1])
    return tf.ensure_shape(tf.py_function(f, [y_true, y_pred], tf.float32), [])


def compile_with(metric):
    m = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    m.compile(optimizer="sgd", loss=Quantile(), metrics=[metric] if metric else None)
    return m


def main():
    x = np.random.rand(8, 2).astype("f")
    y = x[:, :1]
    compile_with(None).fit(x, y, verbose=0)
    p = compile_with(None).predict(x, verbose=0)
    print(float(spearman(tf.constant(y), tf.constant(p))))
    compile_with(spearman).fit(x, y, verbose=0)


if __name__ == "__main__":
    main()
