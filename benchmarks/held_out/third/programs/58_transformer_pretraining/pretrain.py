import numpy as np
import tensorflow as tf

from model import TinyLM

MASK = 0
lm = TinyLM()
opt = tf.keras.optimizers.Adam(1e-2)


@tf.function
def masked_loss(ids, targets):
    logits = lm.encode(ids)
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(targets, logits)
    weights = tf.cast(ids == MASK, tf.float32)
    return tf.reduce_sum(ce * weights) / (tf.reduce_sum(weights) + 1e-6)


@tf.function
def train_step(ids, targets):
    assert tf.reduce_max(targets) < lm.vocab, "target outside the vocabulary"
    with tf.GradientTape() as tape:
        loss = masked_loss(ids, targets)
    opt.apply_gradients(zip(tape.gradient(loss, lm.trainable_variables), lm.trainable_variables))
    return loss


@tf.function
def checked_step(ids, targets):
    assert ids.shape[0] == targets.shape[0], "batch sizes differ"
    tf.debugging.assert_less(targets, lm.vocab)
    with tf.GradientTape() as tape:
        loss = masked_loss(ids, targets)
    opt.apply_gradients(zip(tape.gradient(loss, lm.trainable_variables), lm.trainable_variables))
    return loss


@tf.function
def confidence(ids):
    probs = tf.nn.softmax(lm.encode(ids)[:, -1])
    best = tf.reduce_max(probs, axis=-1)
    if tf.reduce_mean(best) > 0.5:
        label = tf.constant("sure")
        return label
    tf.print("unsure", best)


@tf.function
def worst_token(ids, targets):
    ce = tf.nn.sparse_softmax_cross_entropy_with_logits(targets, lm.encode(ids))
    rows = tf.reduce_mean(ce, axis=1)
    return max(rows), min(rows)


def batch(n=4, length=6, seed=0):
    rng = np.random.default_rng(seed)
    t = rng.integers(1, 12, (n, length)).astype("int32")
    ids = np.where(rng.random(t.shape) < 0.3, MASK, t).astype("int32")
    return tf.constant(ids), tf.constant(t)


def main():
    for step in range(4):
        loss = checked_step(*batch(seed=step))
        print(step, float(loss))
    for fn, args in ((train_step, batch()), (confidence, batch()[:1]), (worst_token, batch())):
        try:
            print(fn(*args))
        except Exception as exc:
            print("failed:", type(exc).__name__)


if __name__ == "__main__":
    main()
