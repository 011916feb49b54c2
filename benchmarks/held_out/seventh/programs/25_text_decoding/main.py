"""Decoding toolbox for a bigram model: greedy, beam and constrained."""
import collections
import string
import sys

import numpy as np
import tensorflow as tf

ALPHABET = "^" + string.ascii_lowercase + "$"
NAMES = "anna bella clara diana emma fiona greta hanna ida julia karla lena maria nora olga paula rosa sara tina ulla vera".split()
Decoded = collections.namedtuple("Decoded", "text score")


def bigram_table(names):
    counts = np.full((len(ALPHABET), len(ALPHABET)), 0.05)
    for name in names:
        padded = "^" + name + "$"
        for a, b in zip(padded, padded[1:]):
            counts[ALPHABET.index(a), ALPHABET.index(b)] += 1
    return np.log(counts / counts.sum(1, keepdims=True)).astype("float32")


class Scorer(tf.Module):
    def __init__(self, table):
        super().__init__()
        self.table = tf.Variable(table)
        self.index = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(list(ALPHABET), tf.range(len(ALPHABET))), -1)
        self.scored = []

    @tf.function
    def score(self, text):
        chars = tf.strings.bytes_split(text)
        ids = tf.concat([[0], self.index.lookup(chars), [len(ALPHABET) - 1]], 0)
        total = tf.constant(0.0)
        for i in tf.range(tf.shape(ids)[0] - 1):
            total += self.table[ids[i], ids[i + 1]]
        self.scored.append(text)
        return total

    @tf.function
    def score_tensor(self, text):
        ids = self.index.lookup(tf.strings.bytes_split(text))
        tf.debugging.assert_greater_equal(ids, 0)
        return tf.reduce_sum(tf.gather_nd(self.table, tf.stack([ids[:-1], ids[1:]], 1)))


class Decoder(tf.Module):
    def __init__(self, table, max_len=120):
        super().__init__()
        self.table = tf.Variable(table)
        self.max_len = max_len
        self.early_stops = 0

    @tf.function
    def sample(self, temperature):
        token = tf.constant([0])
        out = []
        for _ in range(self.max_len):
            logits = tf.gather(self.table, token) / temperature
            token = tf.random.categorical(logits, 1, dtype=tf.int32)[:, 0]
            out.append(token[0])
        return tf.stack(out)

    @tf.function
    def sample_until_end(self, temperature):
        token = tf.constant(0)
        out = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        end = len(ALPHABET) - 1
        while token != end and out.size() < 20:
            logits = self.table[token][None] / temperature
            token = tf.random.categorical(logits, 1, dtype=tf.int32)[0, 0]
            out = out.write(out.size(), token)
        if token != end:
            self.early_stops += 1
        return out.stack()

    @tf.function
    def beam(self, width):
        scores, seqs = tf.math.top_k(self.table[0], width)
        seqs = seqs[:, None]
        for _ in tf.range(6):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(seqs, tf.TensorShape([None, None]))])
            step = tf.gather(self.table, seqs[:, -1])
            flat = tf.reshape(scores[:, None] + step, [-1])
            scores, pick = tf.math.top_k(flat, width)
            parent, token = pick // len(ALPHABET), pick % len(ALPHABET)
            seqs = tf.concat([tf.gather(seqs, parent), token[:, None]], 1)
        return scores, self.describe(scores, seqs)

    def describe(self, scores, seqs):
        try:
            spread = [float(s) for s in scores]
        except Exception:
            spread = [-1.0]
        return tf.reduce_mean(spread), seqs


def to_text(ids):
    text = "".join(ALPHABET[int(i)] for i in ids)
    return text.split("$")[0]


def main(argv):
    tf.random.set_seed(int(argv[0]) if argv else 0)
    table = bigram_table(NAMES)
    scorer, decoder = Scorer(table), Decoder(table)
    ranked = []
    for name in NAMES[:6] + ["xqz", "anna", "emma"]:
        ranked.append(Decoded(name, scorer.score(name).numpy()))
    ranked.sort(key=lambda d: -d.score)
    print("best", ranked[0], "worst", ranked[-1], "recorded", len(scorer.scored), "of", len(ranked))
    print("tensor scores", [round(float(scorer.score_tensor(tf.constant(n))), 2) for n in NAMES[:3]])
    print("sample", to_text(decoder.sample(tf.constant(1.0)).numpy()))
    print("ops", len(decoder.sample.get_concrete_function(tf.constant(1.0)).graph.get_operations()))
    lengths = []
    for _ in range(30):
        lengths.append(len(decoder.sample_until_end(tf.constant(1.5))))
    print("mean length", np.mean(lengths), "at limit", sum(n >= 20 for n in lengths), "early stops", decoder.early_stops)
    scores, (mean, seqs) = decoder.beam(3)
    for s, seq in zip(scores.numpy(), seqs.numpy()):
        print("beam", round(float(s), 2), to_text(seq))
    print("reported mean score", float(mean))


if __name__ == "__main__":
    main(sys.argv[1:])
