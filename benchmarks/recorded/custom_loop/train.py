"""A loop written by hand, configured from the command line."""

import argparse

import numpy as np
import tensorflow as tf
from steps import augment, evaluate, train_step


def build(width):
    return tf.keras.Sequential(
        [
            tf.keras.layers.Conv2D(width, 3, activation="relu"),
            tf.keras.layers.GlobalAveragePooling2D(),
            tf.keras.layers.Dense(5),
        ]
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=4)
    parser.add_argument("--steps", type=int, default=3)
    options = parser.parse_args()
    model = build(options.width)
    model(tf.zeros((1, 9, 9, 3)))
    optimizer = tf.keras.optimizers.Adam(1e-3)
    optimizer.build(model.trainable_variables)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    draw = np.random.RandomState(1)
    for _ in range(options.steps):
        images = draw.rand(6, 9, 9, 3).astype("float32")
        labels = draw.randint(0, 5, 6)
        images = augment(tf.constant(images), [1, 2], "shift")
        batch = {"image": images, "label": tf.constant(labels)}
        train_step(model, optimizer, loss_fn, batch, {"examples": tf.ones(6)})
    try:
        evaluate(model, images, tf.constant(labels), {})
    except ValueError:
        print("TensorFlow has seen it too")


if __name__ == "__main__":
    main()
