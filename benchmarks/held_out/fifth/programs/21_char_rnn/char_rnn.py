import argparse
import sys

import numpy as np
import tensorflow as tf

TEXT = "the quick brown fox jumps over the lazy dog and runs into the deep forest " * 4
VOCAB = sorted(set(TEXT))
CHAR2ID = {c: i for i, c in enumerate(VOCAB)}


class CharModel(tf.keras.Model):
    def __init__(self, vocab, units=24):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(vocab, 8)
        self.gru = tf.keras.layers.GRU(units, return_sequences=True, return_state=True)
        self.out = tf.keras.layers.Dense(vocab)

    def call(self, ids, state=None, return_state=False):
        x = self.emb(ids)
        x, s = self.gru(x, initial_state=state)
        logits = self.out(x)
        return (logits, s) if return_state else logits


class Sampler:
    """Generation helpers; `temperature` may be changed between calls."""

    def __init__(self, model, temperature=1.0):
        self.model = model
        self.temperature = temperature
        self.calls = 0

    @tf.function
    def one_step(self, ids, state):
        logits, state = self.model(ids, state=state, return_state=True)
        logits = logits[:, -1] / self.temperature
        return tf.random.categorical(logits, 1), state

    @tf.function
    def next_greedy(self, ids):
        return tf.argmax(self.model(ids)[:, -1], -1)

    def generate(self, prompt, n):
        ids = tf.constant([[CHAR2ID[c] for c in prompt]])
        state = tf.zeros((1, 24))
        out = [prompt]
        for _ in range(n):
            ids, state = self.one_step(ids, state)
            out.append(VOCAB[int(ids[0, 0])])
            self.calls += 1
        return "".join(out)

    def generate_greedy(self, prompt, n):
        seq = tf.constant([[CHAR2ID[c] for c in prompt]], tf.int64)
        for _ in range(n):
            nxt = self.next_greedy(seq)
            seq = tf.concat([seq, nxt[:, None]], axis=1)
        return "".join(VOCAB[i] for i in seq.numpy()[0])


class Progress:
    def __init__(self, total):
        self.total, self.n = total, 0

    def __call__(self, loss):
        self.n += 1
        if self.n % 4 == 0:
            sys.stdout.write(f"{self.n}/{self.total} {float(loss):.3f}\n")
            sys.stdout.flush()


def make_dataset(batch):
    ids = np.array([CHAR2ID[c] for c in TEXT])
    ds = tf.data.Dataset.from_tensor_slices(ids).batch(17, drop_remainder=True)
    return ds.map(lambda s: (s[:-1], s[1:])).shuffle(50, seed=1).batch(batch, drop_remainder=True)


def train(model, ds, epochs, lr):
    opt = tf.keras.optimizers.Adam(lr)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    loss_sum = [0.0]
    model(tf.zeros((1, 4), tf.int64))
    opt.build(model.trainable_variables)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x))
        grads = [tf.clip_by_norm(g, 5.0) for g in tape.gradient(loss, model.trainable_variables)]
        opt.apply_gradients(zip(grads, model.trainable_variables))
        loss_sum[0] += loss
        return loss

    bar = Progress(epochs * len(ds))
    for _ in range(epochs):
        for x, y in ds:
            bar(step(x, y))
    return loss_sum


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=2)
    args = ap.parse_args()
    model = CharModel(len(VOCAB))
    totals = train(model, make_dataset(4), args.epochs, 0.01)
    sampler = Sampler(model)
    print(sampler.generate("the ", 10))
    sampler.temperature = 0.1
    print(sampler.generate("the ", 10))
    print(sampler.generate_greedy("fox", 6), sampler.calls)
