import tensorflow as tf
from towers import DeepTower, Tower

REGISTRY = {"plain": Tower, "deep": DeepTower}


class Recommender(tf.keras.Model):
    def __init__(self, n_users, n_items, kind="plain"):
        super().__init__()
        self.user = REGISTRY[kind](n_users)
        self.item = REGISTRY[kind](n_items)
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")
        self.hard_negatives = False
        self.seen_batches = 0

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, inputs):
        return tf.reduce_sum(self.user(inputs["user"]) * self.item(inputs["item"]), axis=-1)

    def train_step(self, batch):
        with tf.GradientTape() as tape:
            u = self.user(batch["user"])
            v = self.item(batch["item"])
            logits = tf.matmul(u, v, transpose_b=True)
            labels = tf.range(tf.shape(logits)[0])
            if self.hard_negatives:
                logits = logits * 2.0
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        self.seen_batches += 1
        return {"loss": self.loss_tracker.result()}
