import numpy as np
import tensorflow as tf

text = "to be or not to be that is the question " * 3
chars = sorted(set(text))
idx = {c: i for i, c in enumerate(chars)}
SEQ = 10


class CharModel(tf.keras.Model):
    def __init__(self, vocab):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(vocab, 8)
        self.gru = tf.keras.layers.GRU(16, return_sequences=True)
        self.out = tf.keras.layers.Dense(vocab)

    def call(self, x):
        return self.out(self.gru(self.emb(x)))


class OneStep(tf.Module):
    def __init__(self, model, temperature=1.0):
        super().__init__()
        self.model = model
        self.temperature = temperature

    @tf.function
    def next(self, ids):
        logits = self.model(ids)[:, -1] / self.temperature
        return tf.random.categorical(logits, 1)[:, 0]


def sample(model, seed, n):
    ids = [idx[c] for c in seed]
    for _ in range(n):
        x = np.array(ids[-SEQ:])[None]
        p = tf.nn.softmax(model.predict(x, verbose=0)[0, -1]).numpy()
        ids.append(int(np.random.choice(len(p), p=p / p.sum())))
    return "".join(chars[i] for i in ids)


def grow(one_step, seed, n):
    ids = tf.constant([[idx[c] for c in seed]])
    for _ in range(n):
        nxt = one_step.next(ids)
        ids = tf.concat([ids, tf.cast(nxt[:, None], tf.int32)], axis=1)
    return ids


if __name__ == "__main__":
    data = np.array([idx[c] for c in text])
    X = np.stack([data[i:i + SEQ] for i in range(40)])
    Y = np.stack([data[i + 1:i + SEQ + 1] for i in range(40)])
    m = CharModel(len(chars))
    m.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    m.fit(X, Y, epochs=1, verbose=0)
    print(sample(m, "to be or n", 3))
    step = OneStep(m)
    for t in (0.5, 1.0):
        step.temperature = t
        print(t, grow(step, "to be", 4).shape)
