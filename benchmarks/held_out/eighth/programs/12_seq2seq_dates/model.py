import tensorflow as tf
from tensorflow.keras import layers


class Attention(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.query, self.key = layers.Dense(units), layers.Dense(units)
        self.v = layers.Dense(1)

    def call(self, state, memory, mask):
        score = self.v(tf.tanh(self.query(state)[:, None] + self.key(memory)))[..., 0]
        score = tf.where(mask, score, -1e9)
        weights = tf.nn.softmax(score)
        return tf.reduce_sum(weights[..., None] * memory, 1), weights


class Seq2Seq(tf.keras.Model):
    def __init__(self, vocab, units):
        super().__init__()
        self.units = units
        self.embed = layers.Embedding(vocab, units)
        self.encoder = layers.GRU(units, return_sequences=True, return_state=True)
        self.cell = layers.GRUCell(units)
        self.attention = Attention(units)
        self.out = layers.Dense(vocab)

    def encode(self, src):
        memory, state = self.encoder(self.embed(src))
        return memory, state, src > 0

    def step(self, token, state, memory, mask):
        context, weights = self.attention(state, memory, mask)
        x = tf.concat([self.embed(token), context], -1)
        y, states = self.cell(x, [state])
        new_state = states[0] if isinstance(states, (list, tuple)) else states
        return self.out(y), new_state, weights

    def call(self, src, token):
        memory, state, mask = self.encode(src)
        return self.step(token, state, memory, mask)[0]
