import numpy as np
import tensorflow as tf

from elbo import MeanFieldRegression


def make_data(n=60, d=3):
    rng = np.random.RandomState(7)
    x = rng.randn(n, d).astype("float32")
    return x, (x @ np.arange(1, d + 1)).astype("float32")


def main():
    x, y = make_data()
    model = MeanFieldRegression(x.shape[1])
    xt, yt = tf.constant(x), tf.constant(y)
    for i in range(30):
        loss = model.step(xt, yt)
        if i % 10 == 0:
            print(i, float(loss))
    try:
        mean, std = model.predictive(xt)
    except ValueError as exc:
        print("predictive failed:", type(exc).__name__)
    return model


if __name__ == "__main__":
    main()
