import random

import tensorflow as tf

VOCAB, DIM = 20, 8


class Decoder(tf.keras.Model):
    def __init__(self, units=DIM):
        super().__init__()
        self.emb = tf.keras.layers.Embedding(VOCAB, units)
        self.cell = tf.keras.layers.GRUCell(units)
        self.out = tf.keras.layers.Dense(VOCAB)

    def step(self, tok, state):
        y, state = self.cell(self.emb(tok), state)
        return self.out(y), state[0] if isinstance(state, (list, tuple)) else state


class Seq2Seq:
    def __init__(self, ratio=0.5):
        self.ratio = ratio
        self.dec = Decoder()
        self.opt = tf.keras.optimizers.Adam()

    def unroll(self, init, target, teacher):
        tok, state, total = target[:, 0], init, 0.0
        for t in range(1, target.shape[1]):
            logits, state = self.dec.step(tok, state)
            total += tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target[:, t], logits=logits))
            tok = teacher(target[:, t], tf.argmax(logits, -1, output_type=tf.int32))
        return total

    @tf.function
    def train(self, init, target):
        coin = lambda gold, pred: gold if random.uniform(0, 1) < self.ratio else pred
        with tf.GradientTape() as tape:
            loss = self.unroll(init, target, coin)
        vs = self.dec.trainable_variables
        self.opt.apply_gradients(zip(tape.gradient(loss, vs), vs))
        return loss

    @tf.function
    def score(self, init, target):
        def coin(gold, pred):
            return tf.where(tf.random.uniform([]) < self.ratio, gold, pred)
        return self.unroll(init, target, coin)


def fit(n=3):
    m = Seq2Seq()
    for _ in range(n):
        length = random.choice([5, 5])
        tgt = tf.random.uniform([2, length], 0, VOCAB, tf.int32)
        m.train(tf.zeros([2, DIM]), tgt)
        m.score(tf.zeros([2, DIM]), tgt)
    return m


if __name__ == "__main__":
    fit()
