"""Training steps that are given all they need."""

import logging
import random
import time

import tensorflow as tf

log = logging.getLogger(__name__)
history = []
seen = 0


@tf.function
def train_step(model, optimizer, loss_fn, batch, weights=None):
    global seen
    seen += 1
    print("step", batch["image"].shape)
    with tf.GradientTape() as tape:
        logits = model(batch["image"], training=True)
        loss = loss_fn(batch["label"], logits)
        if weights is not None:
            loss = tf.reduce_mean(loss * weights["examples"])
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    history.append(loss)
    return loss


@tf.function
def augment(images, offsets, mode):
    if mode == "shift":
        images = tf.roll(images, offsets, axis=[1, 2])
    if random.random() < 0.5:
        images = images[:, :, ::-1]
    return images + 0.01 * time.time()


@tf.function(autograph=False)
def evaluate(model, images, labels, meters):
    predicted = tf.argmax(model(images), -1)
    right = tf.reduce_mean(tf.cast(predicted == labels, tf.float32))
    log.warning("right: %s", right)
    meters["right"] = right
    return right
