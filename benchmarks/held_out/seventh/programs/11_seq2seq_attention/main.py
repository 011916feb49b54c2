"""Reverse-a-sequence with a tiny transformer."""
import numpy as np
import tensorflow as tf

from layers import Tagger

VOCAB, LENGTH = 12, 12


def make_data(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.integers(1, VOCAB, (n, LENGTH))
    return x, x[:, ::-1].copy()


class NoamSchedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, dim, warmup):
        self.dim, self.warmup = float(dim), float(warmup)

    def __call__(self, step):
        step = tf.cast(step, tf.float32) + 1.0
        return self.dim ** -0.5 * tf.minimum(step ** -0.5, step * self.warmup ** -1.5)


class StepCosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    """Cosine schedule, remembers what it gave."""

    def __init__(self, base, total):
        self.base, self.total = base, total
        self.given = []

    def __call__(self, step):
        lr = self.base * 0.5 * (1 + tf.cos(np.pi * tf.cast(step, tf.float32) / self.total))
        self.given.append(lr)
        return lr


def masked_accuracy(y_true, y_pred):
    hit = tf.cast(y_true, tf.int64) == tf.argmax(y_pred, -1)
    return tf.reduce_mean(tf.cast(hit, tf.float32))


class Translator(tf.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.requests = 0

    @tf.function
    def __call__(self, tokens):
        self.requests += 1
        return tf.argmax(self.model(tokens, training=False), -1)


def main():
    tf.keras.utils.set_random_seed(4)
    x, y = make_data(970, 0)
    ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(970).batch(32)
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    for name, schedule in [("noam", NoamSchedule(32, 30)), ("cosine", StepCosine(5e-3, 60))]:
        model = Tagger(VOCAB)
        model.compile(tf.keras.optimizers.Adam(schedule), loss, metrics=[masked_accuracy])
        hist = model.fit(ds, epochs=2, verbose=0)
        print(name, "loss", np.round(hist.history["loss"], 3))
        if name == "cosine":
            print("rates kept", len(schedule.given), "steps", int(model.optimizer.iterations))
    translate = Translator(model)
    queue = list(range(1, 7))
    for size in queue:
        out = translate(tf.constant(x[:size]))
        print("request", size, out.numpy()[0])
    print("requests counted", translate.requests, "served", len(queue))
    model.predict(x[:32], verbose=0)
    scores = model.blocks[0].att.scores
    print("attention type", type(scores).__name__)


if __name__ == "__main__":
    main()
