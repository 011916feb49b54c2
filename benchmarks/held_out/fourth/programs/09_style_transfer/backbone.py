import tensorflow as tf


def extractor():
    inp = tf.keras.Input((None, None, 3))
    a = tf.keras.layers.Conv2D(8, 3, padding="same", activation="relu", name="block1")(inp)
    b = tf.keras.layers.Conv2D(8, 3, strides=2, padding="same", activation="relu", name="block2")(a)
    c = tf.keras.layers.Conv2D(16, 3, strides=2, padding="same", activation="relu", name="block3")(b)
    m = tf.keras.Model(inp, [a, b, c])
    m.trainable = False
    return m
