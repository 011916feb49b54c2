import numpy as np
import tensorflow as tf

from model import Transformer

VOCAB = 50
EPOCHS = 10
data = np.load("pairs.npy")
src, tgt = data[:, 0], data[:, 1]


class WarmupSchedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, d_model, warmup=4000):
        self.d_model = tf.cast(d_model, tf.float32)
        self.warmup = warmup

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        return tf.math.rsqrt(self.d_model) * tf.minimum(tf.math.rsqrt(step + 1.0), step * self.warmup ** -1.5)


model = Transformer(VOCAB, d_model=16, heads=2, depth=2)
optimizer = tf.keras.optimizers.Adam(WarmupSchedule(16))
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
train_loss = tf.keras.metrics.Mean()


def masked_loss(y, pred):
    mask = tf.cast(y != 0, tf.float32)
    loss = ce(y, pred) * mask
    return tf.reduce_sum(loss) / tf.reduce_sum(mask)


@tf.function
def train_step(inp, tar):
    tar_in, tar_out = tar[:, :-1], tar[:, 1:]
    with tf.GradientTape() as tape:
        logits = model(inp, tar_in, training=True)
        loss = masked_loss(tar_out, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    if tf.math.is_nan(loss):
        tf.print("nan loss")
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss(loss)
    print("loss:", loss)


ds = tf.data.Dataset.from_tensor_slices((src, tgt)).batch(8, drop_remainder=True)
for epoch in range(EPOCHS):
    train_loss.reset_state()
    for inp, tar in ds:
        train_step(inp, tar)
    print(f"epoch {epoch} loss {train_loss.result():.4f}")


@tf.function
def next_logits(inp, out):
    return model(inp, out, training=False)[:, -1]


def translate(sentence, max_len=12):
    enc = tf.constant(sentence[None])
    out = tf.constant([[1]], dtype=tf.int64)
    for i in range(max_len):
        logits = next_logits(enc, out)
        nxt = tf.argmax(logits, axis=-1)[:, None]
        out = tf.concat([out, nxt], axis=1)
        if int(nxt[0, 0]) == 2:
            break
    return out.numpy()[0]


print(translate(src[0]))
