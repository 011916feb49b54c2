import numpy as np
import tensorflow as tf


class GreedyDecoder(tf.Module):
    def __init__(self, vocab=12, dim=6, max_len=7):
        super().__init__()
        self.max_len = max_len
        self.embed = tf.Variable(tf.random.normal((vocab, dim), seed=3))
        self.proj = tf.Variable(tf.random.normal((dim, vocab), seed=4))

    def logits(self, tok):
        return tf.matmul(tf.gather(self.embed, tok), self.proj)

    @tf.function
    def decode(self, start):
        tokens = tf.TensorArray(tf.int32, size=self.max_len)
        tok = start
        for t in tf.range(self.max_len):
            tok = tf.argmax(self.logits(tok), axis=-1, output_type=tf.int32)
            tokens = tokens.write(t, tok)
        return tf.transpose(tokens.stack())

    @tf.function
    def decode_with_scores(self, start):
        tokens = tf.TensorArray(tf.int32, size=self.max_len)
        scores = tf.TensorArray(tf.float32, size=self.max_len)
        tok = start
        for t in tf.range(self.max_len):
            probs = tf.nn.softmax(self.logits(tok))
            tok = tf.argmax(probs, axis=-1, output_type=tf.int32)
            tokens = tokens.write(t, tok)
            scores.write(t, tf.reduce_max(probs, -1))
        return tf.transpose(tokens.stack()), tf.transpose(scores.stack())

    @tf.function
    def trace_states(self, start):
        states = []
        tok = start
        for _ in tf.range(self.max_len):
            emb = tf.gather(self.embed, tok)
            states.append(emb)
            tok = tf.argmax(tf.matmul(emb, self.proj), axis=-1, output_type=tf.int32)
        return tf.stack(states)

    @tf.function
    def first_states(self, start):
        states = []
        tok = start
        for _ in range(3):
            emb = tf.gather(self.embed, tok)
            states.append(emb)
            tok = tf.argmax(tf.matmul(emb, self.proj), axis=-1, output_type=tf.int32)
        return tf.stack(states)


def detokenise(ids, words):
    return [" ".join(words[int(i)] for i in row) for row in ids]


def main():
    dec = GreedyDecoder()
    words = [f"w{i}" for i in range(12)]
    start = tf.constant([1, 2, 5])
    print(detokenise(dec.decode(start).numpy(), words))
    print(dec.first_states(start).shape)
    print(dec.decode_with_scores(start))
    print(dec.trace_states(start).shape)


if __name__ == "__main__":
    main()
