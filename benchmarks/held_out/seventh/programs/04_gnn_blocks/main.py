"""Node classification on a stochastic block model."""
import numpy as np
import tensorflow as tf

from layers import GraphConv, SkipMix


def block_model(n, k, p_in, p_out, rng):
    labels = rng.integers(0, k, n)
    prob = np.where(labels[:, None] == labels[None], p_in, p_out)
    upper = np.triu(rng.random((n, n)) < prob, 1)
    adj = (upper | upper.T).astype("float32")
    return adj, labels.astype("int32")


def normalise(adj):
    a = adj + np.eye(len(adj), dtype="float32")
    d = a.sum(1) ** -0.5
    return a * d[:, None] * d[None]


class GCN(tf.keras.Model):
    def __init__(self, adj, hidden, classes, layers=2):
        super().__init__()
        self.adj = adj
        self.convs = [GraphConv(hidden, "relu", drop_edge=0.1) for _ in range(layers)]
        self.mix = SkipMix()
        self.readout = tf.keras.layers.Dense(classes)
        self.noise_level = 0.5

    def call(self, x, training=False):
        outs = []
        if training:
            x = x + self.noise_level * tf.random.normal(tf.shape(x))
        for conv in self.convs:
            x = conv([x, self.adj], training=training)
            outs.append(x)
        return self.readout(self.mix(outs))


def masked_loss(labels, logits, mask):
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
    return tf.reduce_sum(losses * mask) / tf.reduce_sum(mask)


def build_train_fn(model, optimizer, labels):
    best = {"loss": float("inf"), "count": 0}

    @tf.function
    def train_fn(x, mask):
        with tf.GradientTape() as tape:
            loss = masked_loss(labels, model(x, training=True), mask)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        best["count"] += 1
        if loss < best["loss"] - 0.5:
            tf.print("big improvement", loss)
        return loss

    return train_fn, best


@tf.function
def evaluate(model, x, labels, mask):
    logits = model(x, training=False)
    hits = tf.cast(tf.equal(tf.argmax(logits, -1, tf.int32), labels), tf.float32)
    return tf.reduce_sum(hits * mask) / tf.reduce_sum(mask)


def main():
    rng = np.random.default_rng(3)
    adj, labels = block_model(150, 3, 0.15, 0.02, rng)
    features = np.eye(3, dtype="float32")[labels] + rng.normal(size=(150, 3)).astype("float32")
    train_mask = (rng.random(150) < 0.3).astype("float32")
    x = tf.constant(features)
    model = GCN(tf.constant(normalise(adj)), 16, 3)
    train_fn, best = build_train_fn(model, tf.keras.optimizers.Adam(0.02), tf.constant(labels))
    curve = []
    for epoch in range(40):
        if epoch and epoch % 10 == 0:
            model.noise_level *= 0.5
        loss = train_fn(x, tf.constant(train_mask))
        curve.append(loss.numpy())
        best["loss"] = min(best["loss"], curve[-1])
        if epoch % 10 == 0:
            acc = evaluate(model, x, tf.constant(labels), tf.constant(1 - train_mask))
            print(f"epoch {epoch} loss {curve[-1]:.3f} acc {acc.numpy():.3f}")
    print("best tracker", best, "conv calls", [c.num_calls for c in model.convs])

    adj2, _ = block_model(150, 3, 0.0, 0.2, rng)
    before = float(evaluate(model, x, tf.constant(labels), tf.constant(1 - train_mask)))
    model.adj = tf.constant(normalise(adj2))
    after = float(evaluate(model, x, tf.constant(labels), tf.constant(1 - train_mask)))
    print("accuracy on rewired graph", before, "->", after)
    try:
        print("norm", model.convs[0].last_norm.numpy())
    except AttributeError as err:
        print("norm not available:", type(err).__name__)


if __name__ == "__main__":
    main()
