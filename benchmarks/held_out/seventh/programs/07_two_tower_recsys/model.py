import tensorflow as tf
from tensorflow import keras


def tower(vocab, dim, name):
    return keras.Sequential(
        [keras.layers.Embedding(vocab, dim), keras.layers.Dense(dim)], name=name
    )


class TwoTower(keras.Model):
    def __init__(self, n_users, n_items, dim=16, temperature=0.2, hard_after=20):
        super().__init__()
        self.user_tower = tower(n_users, dim, "user")
        self.item_tower = tower(n_items, dim, "item")
        self.temperature = temperature
        self.hard_after = hard_after
        self.batches_done = 0
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.recall = keras.metrics.SparseTopKCategoricalAccuracy(k=5, name="recall")

    @property
    def metrics(self):
        return [self.loss_tracker, self.recall]

    def call(self, inputs):
        user, item = inputs
        return self.user_tower(user), self.item_tower(item)

    def scores(self, user, item, training=False):
        u, v = self.user_tower(user, training=training), self.item_tower(item, training=training)
        u, v = tf.math.l2_normalize(u, -1), tf.math.l2_normalize(v, -1)
        return tf.matmul(u, v, transpose_b=True) / self.temperature

    def train_step(self, data):
        user, item = data["user"], data["item"]
        self.batches_done += 1
        with tf.GradientTape() as tape:
            logits = self.scores(user, item, training=True)
            labels = tf.range(tf.shape(user)[0])
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            if self.batches_done > self.hard_after:
                loss, _ = tf.math.top_k(loss, k=8)
            loss = tf.reduce_mean(loss)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        self.recall.update_state(labels, logits)
        print("batch", self.batches_done, "loss", loss)
        return {"loss": self.loss_tracker.result(), "recall": self.recall.result()}
