import os
import time

import numpy as np
import tensorflow as tf
from fastapi import FastAPI
from pydantic import BaseModel

VOCAB = sorted(set("abcdefghijklmnopqrstuvwxyz .,!?\n"))
char2id = {c: i for i, c in enumerate(VOCAB)}
app = FastAPI()
TEMPERATURE = float(os.environ.get("TEMPERATURE", "0.8"))


class Prompt(BaseModel):
    text: str
    length: int = 20


class CharModel(tf.keras.Model):
    def __init__(self, vocab, dim=16):
        super().__init__()
        self.embedding = tf.keras.layers.Embedding(vocab, dim)
        self.gru = tf.keras.layers.GRU(dim, return_sequences=True)
        self.dense = tf.keras.layers.Dense(vocab)

    def call(self, x, training=False):
        return self.dense(self.gru(self.embedding(x), training=training))


class Generator:
    def __init__(self, model):
        self.model = model
        self.temperature = TEMPERATURE
        self.requests = 0

    @tf.function
    def next_char(self, ids):
        logits = self.model(ids)[:, -1] / self.temperature
        return tf.random.categorical(logits, 1)

    def set_temperature(self, t):
        self.temperature = t

    def sample(self, text, n):
        self.requests += 1
        ids = [char2id.get(c, 0) for c in text]
        for _ in range(n):
            nxt = self.next_char(tf.constant([ids]))
            ids.append(int(nxt[0, 0]))
        return "".join(VOCAB[i] for i in ids)


gen = Generator(CharModel(len(VOCAB)))


def perplexity(texts):
    out = []
    for t in texts:
        ids = np.array([[char2id.get(c, 0) for c in t[:10].ljust(11)]])
        logits = gen.model.predict(ids[:, :-1], verbose=0)
        nll = tf.keras.losses.sparse_categorical_crossentropy(ids[:, 1:], logits, from_logits=True)
        out.append(float(np.exp(np.mean(nll))))
    return out


@app.post("/generate")
def generate(p: Prompt):
    t0 = time.perf_counter()
    text = gen.sample(p.text, p.length)
    return {"text": text, "seconds": time.perf_counter() - t0}


@app.post("/temperature")
def temperature(t: float):
    gen.set_temperature(t)
    return {"ok": True}


@app.post("/score")
def score(texts: list):
    return {"ppl": perplexity(texts)}
