"""Character level language model with a GRU, custom training loop."""
import random
import time
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

CORPUS = (
    "the quick brown fox jumps over the lazy dog. "
    "a stitch in time saves nine. all that glitters is not gold. "
    "actions speak louder than words. better late than never. "
) * 20


@dataclass
class LMConfig:
    seq_len: int = 32
    batch_size: int = 16
    embed_dim: int = 24
    units: int = 48
    lr: float = 3e-3
    decay: float = 0.97
    warmup: int = 10
    clip: float = 1.0
    steps: int = 60
    log_every: int = 20
    temperature: float = 0.8
    prompts: list = field(default_factory=lambda: ["the ", "all "])


class Vocab:
    def __init__(self, text):
        self.chars = sorted(set(text))
        self.index = {c: i for i, c in enumerate(self.chars)}

    def encode(self, text):
        return np.array([self.index[c] for c in text], dtype=np.int32)

    def decode(self, ids):
        return "".join(self.chars[int(i)] for i in ids)

    def __len__(self):
        return len(self.chars)


class CharModel(tf.keras.Model):
    def __init__(self, vocab_size, cfg):
        super().__init__()
        self.embed = tf.keras.layers.Embedding(vocab_size, cfg.embed_dim)
        self.gru = tf.keras.layers.GRU(cfg.units, return_sequences=True, return_state=True)
        self.head = tf.keras.layers.Dense(vocab_size)

    def call(self, ids, state=None, training=False):
        x = self.embed(ids)
        if state is None:
            x, state = self.gru(x, training=training)
        else:
            x, state = self.gru(x, initial_state=state, training=training)
        return self.head(x), state


class LMTrainer:
    def __init__(self, model, cfg):
        self.model = model
        self.cfg = cfg
        self.optimizer = tf.keras.optimizers.Adam(cfg.lr)
        self.loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.step = 0
        self.tokens_seen = tf.Variable(0, dtype=tf.int64)
        self.loss_history = []

    def current_scale(self):
        if self.step < self.cfg.warmup:
            return (self.step + 1) / self.cfg.warmup
        return self.cfg.decay ** (self.step // 10)

    @tf.function
    def train_step(self, inputs, targets):
        with tf.GradientTape() as tape:
            logits, _ = self.model(inputs, training=True)
            loss = self.loss_fn(targets, logits)
        grads = tape.gradient(loss, self.model.trainable_variables)
        grads, _ = tf.clip_by_global_norm(grads, self.cfg.clip)
        scale = self.current_scale()
        self.optimizer.learning_rate.assign(self.cfg.lr * scale)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        self.tokens_seen.assign_add(tf.size(inputs, out_type=tf.int64))
        self.step += 1
        if tf.math.is_nan(loss):
            tf.print("loss went NaN")
        return loss

    def fit(self, dataset):
        start = time.time()
        for i, (x, y) in enumerate(dataset.take(self.cfg.steps)):
            loss = self.train_step(x, y)
            self.loss_history.append(float(loss))
            if (i + 1) % self.cfg.log_every == 0:
                rate = (i + 1) / (time.time() - start)
                print(f"step {i + 1:4d} loss {loss.numpy():.4f} {rate:.1f} it/s")
        return self.loss_history


@tf.function
def sample_step(model, token, state, temperature):
    logits, state = model(token, state)
    logits = logits[:, -1, :] / temperature
    noise = np.random.gumbel(size=logits.shape)
    token = tf.argmax(logits + noise.astype("float32"), axis=-1, output_type=tf.int32)
    return token[:, None], state


def generate(model, vocab, prompt, length, temperature):
    ids = vocab.encode(prompt)[None, :]
    logits, state = model(tf.constant(ids))
    token = tf.argmax(logits[:, -1:], axis=-1, output_type=tf.int32)
    out = list(ids[0])
    for _ in range(length):
        out.append(int(token[0, 0]))
        token, state = sample_step(model, token, state, temperature)
    return vocab.decode(out)


def make_dataset(ids, cfg, seed):
    def split(chunk):
        return chunk[:-1], chunk[1:]

    ds = tf.data.Dataset.from_tensor_slices(ids)
    ds = ds.batch(cfg.seq_len + 1, drop_remainder=True).map(split)
    return ds.shuffle(200, seed=seed).repeat().batch(cfg.batch_size, drop_remainder=True)


def main():
    random.seed(1)
    np.random.seed(1)
    tf.random.set_seed(1)
    cfg = LMConfig()
    vocab = Vocab(CORPUS)
    model = CharModel(len(vocab), cfg)
    trainer = LMTrainer(model, cfg)
    history = trainer.fit(make_dataset(vocab.encode(CORPUS), cfg, seed=3))
    print("first/last loss", history[0], history[-1])
    print("trainer.step", trainer.step, "tokens", int(trainer.tokens_seen))
    for prompt in cfg.prompts:
        temperature = cfg.temperature + random.uniform(-0.2, 0.2)
        print(repr(generate(model, vocab, prompt, 30, temperature)))


if __name__ == "__main__":
    main()
