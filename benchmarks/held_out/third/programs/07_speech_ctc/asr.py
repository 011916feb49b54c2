import logging

import numpy as np
import tensorflow as tf

log = logging.getLogger("asr")
N_MELS = 8
N_CLASSES = 5

encoder = tf.keras.Sequential([
    tf.keras.Input((None, N_MELS)),
    tf.keras.layers.Conv1D(12, 3, padding="same", activation="relu"),
    tf.keras.layers.Dense(N_CLASSES),
])
optimizer = tf.keras.optimizers.Adam(1e-3)

SPEC = [
    tf.TensorSpec([4, None, N_MELS], tf.float32),
    tf.TensorSpec([4, None], tf.int32),
]


@tf.function(input_signature=SPEC)
def train_step(mels, labels):
    frames = tf.shape(mels)[1]
    tf.gather(tf.range(N_CLASSES), labels)
    with tf.GradientTape() as tape:
        logits = encoder(mels, training=True)
        loss = tf.nn.ctc_loss(
            labels=labels, logits=tf.transpose(logits, [1, 0, 2]),
            label_length=tf.fill([mels.shape[0]], tf.shape(labels)[1]),
            logit_length=tf.fill([4], frames), blank_index=0)
        loss = tf.reduce_mean(loss)
    grads = tape.gradient(loss, encoder.trainable_variables)
    optimizer.apply_gradients(zip(grads, encoder.trainable_variables))
    log.info("ctc loss %s", loss)
    return loss


@tf.function(input_signature=SPEC[:1])
def downsample(mels):
    half = mels.shape[1] // 2
    return tf.reshape(mels[:, : half * 2], (4, half, 2 * N_MELS))


@tf.function(input_signature=SPEC[:1])
def greedy(mels):
    if mels.shape.rank != 3:
        raise ValueError(f"expected rank 3, got {mels.shape.rank}")
    return tf.argmax(encoder(mels, training=False), axis=-1)


def batches(n, seed=0):
    rng = np.random.default_rng(seed)
    for i in range(n):
        length = int(rng.integers(10, 20))
        yield rng.normal(size=(4, length, N_MELS)).astype("float32"), rng.integers(1, N_CLASSES, (4, 3)).astype("int32")


def main():
    logging.basicConfig(level=logging.INFO)
    for step, (mels, labels) in enumerate(batches(6)):
        loss = train_step(mels, labels)
        log.info("step %d loss %.3f", step, loss)
    log.info("hypotheses %s", greedy(mels).numpy()[0])


if __name__ == "__main__":
    main()
