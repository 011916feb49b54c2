import json
import time

import numpy as np
import tensorflow as tf

PAIRS = [("hi there", "hello"), ("how are you", "fine"), ("bye now", "goodbye friend")]
WORDS = {w: i + 1 for i, w in enumerate(sorted({w for p in PAIRS for s in p for w in s.split()}))}
V = len(WORDS) + 1


def ids(s, n=3):
    v = [WORDS[w] for w in s.split()]
    return v + [0] * (n - len(v))


class Encoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(V, 8)
        self.gru = tf.keras.layers.GRU(8)

    def call(self, x):
        return self.gru(self.emb(x))


class Decoder(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(V, 8)
        self.cell = tf.keras.layers.GRUCell(8)

    def call(self, tok, h):
        o, h = self.cell(self.emb(tok), h)
        logits = tf.keras.layers.Dense(V)(o)
        return logits, h


enc, dec = Encoder(), Decoder()
opt = tf.keras.optimizers.Adam()
teacher = 1.0


@tf.function
def train(x, y):
    loss = 0.0
    with tf.GradientTape() as t:
        h = enc(x)
        tok = tf.zeros_like(y[:, 0])
        for i in range(y.shape[1]):
            logits, h = dec(tok, h)
            loss += tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y[:, i], logits))
            if np.random.rand() < teacher:
                tok = y[:, i]
            else:
                tok = tf.argmax(logits, -1, output_type=y.dtype)
    v = enc.trainable_variables + dec.trainable_variables
    opt.apply_gradients(zip(t.gradient(loss, v), v))
    return loss


def reply(sentence):
    h = enc(tf.constant([ids(sentence)]))
    tok, out = tf.constant([0]), []
    for _ in range(3):
        logits, h = dec(tok, h)
        tok = tf.argmax(logits, -1, output_type=tf.int32)
        out.append(int(tok[0]))
    return out


def main():
    global teacher
    x = np.array([ids(a) for a, _ in PAIRS], "int32")
    y = np.array([ids(b) for _, b in PAIRS], "int32")
    log = []
    for epoch in range(3):
        t0 = time.time()
        loss = train(x, y)
        teacher *= 0.5
        log.append({"epoch": epoch, "loss": float(loss), "s": time.time() - t0})
    print(json.dumps(log[-1]))
    print(reply("hi there"))


if __name__ == "__main__":
    main()
