import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

from metrics import RunningIoU, iou


def conv_block(x, width):
    for _ in range(2):
        x = layers.Conv2D(width, 3, padding="same", activation="relu")(x)
    return x


def unet(size=16):
    inp = tf.keras.Input((size, size, 1))
    c1 = conv_block(inp, 4)
    c2 = conv_block(layers.MaxPool2D()(c1), 8)
    up = layers.Concatenate()([layers.UpSampling2D()(c2), c1])
    return tf.keras.Model(inp, layers.Conv2D(1, 1)(conv_block(up, 4)))


net = unet()
opt = tf.keras.optimizers.Adam()
running = RunningIoU()


@tf.function
def train_step(image, mask):
    with tf.GradientTape() as tape:
        logits = net(image, training=True)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(mask, logits))
    opt.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    running.update_state(mask, logits)
    return loss


@tf.function
def validate(image, mask):
    accuracy = tf.keras.metrics.BinaryAccuracy()
    logits = net(image, training=False)
    accuracy.update_state(mask, tf.sigmoid(logits))
    return accuracy.result(), iou(tf.cast(logits > 0, tf.float32), mask)


def fake_batch(n=4):
    image = np.random.rand(n, 16, 16, 1).astype("float32")
    return image, (image > 0.5).astype("float32")


def main():
    for step in range(3):
        loss = train_step(*map(tf.constant, fake_batch()))
        print("step", step, "loss", float(loss), "iou", running.result().numpy())
    return validate(*map(tf.constant, fake_batch()))


if __name__ == "__main__":
    main()
