import numpy as np
import tensorflow as tf


def make_model():
    i = tf.keras.Input((8, 8, 3))
    c = tf.keras.layers.Conv2D(4, 3, activation="relu", name="last_conv")(i)
    o = tf.keras.layers.Dense(2)(tf.keras.layers.GlobalAveragePooling2D()(c))
    return tf.keras.Model(i, o)


def grad_cam(model, image, index):
    sub = tf.keras.Model(model.input, [model.get_layer("last_conv").output, model.output])

    @tf.function
    def compute(x):
        with tf.GradientTape() as tape:
            conv, pred = sub(x)
            score = pred[:, index]
        g = tape.gradient(score, conv)
        return tf.reduce_sum(conv * tf.reduce_mean(g, [1, 2], keepdims=True), -1)
    return compute(image)


class Saliency:
    def __init__(self, model):
        self.model = model
        self.fn = tf.function(self._grad)

    def _grad(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            s = tf.reduce_max(self.model(x), 1)
        g = tf.abs(tape.gradient(s, x))
        top = tf.reduce_max(g).numpy()
        return g / top


def smooth(model, x, n=3):
    maps = []
    for _ in range(n):
        noisy = x + np.random.normal(0, 0.1, x.shape).astype("float32")
        maps.append(model(noisy).numpy())
    return np.mean(maps, 0)


if __name__ == "__main__":
    model = make_model()
    imgs = tf.random.uniform([4, 8, 8, 3])
    for k in range(4):
        heat = grad_cam(model, imgs[k:k + 1], 0)
        print(k, heat.numpy().max())
    print(smooth(model, imgs.numpy()).shape)
    s = Saliency(model)
    print(s.fn(imgs).shape)
