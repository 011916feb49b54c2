import datetime
import random

import numpy as np
import tensorflow as tf

PAD, BOS, EOS = 0, 1, 2


class DateTask:
    alphabet = "0123456789-/ abcdefghijklmnopqrstuvwxyz"

    def __init__(self, size):
        self.index = {c: i + 3 for i, c in enumerate(self.alphabet)}
        self.chars = {i: c for c, i in self.index.items()}
        self.vocab_size = len(self.alphabet) + 3
        start = datetime.date(1990, 1, 1)
        rows = []
        for _ in range(size):
            day = start + datetime.timedelta(days=random.randrange(9000))
            style = random.choice(["%d %b %Y", "%d/%m/%y"])
            rows.append((day.strftime(style).lower(), day.isoformat()))
        self.rows = rows
        self.longest = 0

    def ids(self, text):
        return [self.index[c] for c in text]

    def samples(self, n):
        return [r[0] for r in self.rows[:n]]

    def encode(self, texts, width=12):
        out = np.zeros((len(texts), width), "int32")
        for row, text in zip(out, texts):
            row[: len(text)] = self.ids(text)
        return tf.constant(out)

    def _note_length(self, src, tgt):
        used = tf.math.count_nonzero(src)
        if used > 8:
            self.longest += 1
        return src, tgt

    def dataset(self, batch=32):
        src = self.encode([r[0] for r in self.rows])
        tgt = np.zeros((len(self.rows), 12), "int32")
        for row, (_, text) in zip(tgt, self.rows):
            row[: len(text) + 2] = [BOS, *self.ids(text), EOS]
        ds = tf.data.Dataset.from_tensor_slices((src, tgt)).map(self._note_length)
        return ds.shuffle(400).batch(batch, drop_remainder=True)
