import numpy as np
import tensorflow as tf
import keras

from ensemble import Ensemble, Scorer


def toy(n=48):
    rng = np.random.default_rng(9)
    x = rng.normal(size=(n, 4)).astype("float32")
    return x, (x ** 2).sum(1, keepdims=True)


def train_scorer(epochs=2):
    x, y = toy()
    model = Scorer()
    opt = keras.optimizers.SGD(0.01)
    history = []
    for _ in range(epochs):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        grads = tape.gradient(loss, model.trainable_variables)
        pairs = [(g, v) for g, v in zip(grads, model.trainable_variables) if g is not None]
        opt.apply_gradients(pairs)
        history.append(float(loss))
    return model, grads, history


def main():
    x, y = toy()
    ens = Ensemble()
    ens.fit(x, y)
    print("mean", ens.mean(tf.constant(x))[:2].numpy())
    model, _, history = train_scorer()
    print("scorer", history)
    return ens


if __name__ == "__main__":
    main()
