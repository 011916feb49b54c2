import tensorflow as tf

VOCAB = 20


class Attn(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.w1 = tf.keras.layers.Dense(units)
        self.w2 = tf.keras.layers.Dense(units)
        self.v = tf.keras.layers.Dense(1)

    def call(self, features, hidden):
        s = self.v(tf.nn.tanh(self.w1(features) + self.w2(hidden[:, None])))
        a = tf.nn.softmax(s, axis=1)
        return tf.reduce_sum(a * features, 1), a


class Decoder(tf.keras.Model):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.emb = tf.keras.layers.Embedding(VOCAB, 8)
        self.cell = tf.keras.layers.GRUCell(units)
        self.fc = tf.keras.layers.Dense(VOCAB)
        self.attn = Attn(units)

    def call(self, tok, features, hidden):
        ctx, a = self.attn(features, hidden)
        out, h = self.cell(tf.concat([ctx, self.emb(tok)], -1), hidden)
        return self.fc(out), h, a

    def reset(self, n):
        return tf.zeros([n, self.units])


decoder = Decoder(8)
opt = tf.keras.optimizers.Adam()
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
plot = []


@tf.function
def train_step(features, target):
    loss = 0.0
    hidden = decoder.reset(target.shape[0])
    tok = target[:, 0]
    with tf.GradientTape() as tape:
        for i in range(1, target.shape[1]):
            logits, hidden, _ = decoder(tok, features, hidden)
            loss += ce(target[:, i], logits)
            tok = target[:, i]
    total = loss / int(target.shape[1])
    v = decoder.trainable_variables
    opt.apply_gradients(zip(tape.gradient(loss, v), v))
    plot.append(total)
    return loss, total


if __name__ == "__main__":
    for epoch in range(2):
        total = 0.0
        for batch in range(2):
            f = tf.random.normal([3, 4, 6])
            t = tf.random.uniform([3, 5], 0, VOCAB, tf.int32)
            loss, tl = train_step(f, t)
            total += tl
            if batch % 100 == 0:
                print(f"Epoch {epoch} Batch {batch} Loss {loss.numpy():.4f}")
        plot.append(total.numpy())
    print(plot)
