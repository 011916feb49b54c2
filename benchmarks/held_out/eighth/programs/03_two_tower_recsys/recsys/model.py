import keras
import tensorflow as tf


class Tower(keras.layers.Layer):
    def __init__(self, count, dim, **kwargs):
        super().__init__(**kwargs)
        self.table = keras.layers.Embedding(count, dim)
        self.proj = keras.layers.Dense(dim)

    def call(self, ids):
        return tf.math.l2_normalize(self.proj(self.table(ids)), -1) * 3.0


class TwoTower(keras.Model):
    def __init__(self, users, items, conf, loss_plugin, metric):
        super().__init__()
        self.user_tower = Tower(users, conf.dim)
        self.item_tower = Tower(items, conf.dim)
        self.conf = dict(conf)
        self.pair_loss = loss_plugin
        self.hit = metric
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.batches_seen = 0
        self.batch_losses = []

    @property
    def metrics(self):
        return [self.loss_mean, self.hit]

    def call(self, row):
        return self.user_tower(row["user"]), self.item_tower(row["item"])

    def train_step(self, row):
        self.batches_seen += 1
        with tf.GradientTape() as tape:
            user_vec, item_vec = self(row, training=True)
            loss = self.pair_loss(user_vec, item_vec)
            if self.batches_seen < self.conf["warmup_batches"]:
                loss *= 0.1
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        self.batch_losses.append(loss)
        self.loss_mean.update_state(loss)
        self.hit.update_state(user_vec, item_vec)
        return {m.name: m.result() for m in self.metrics}

    @tf.function(reduce_retracing=False)
    def score(self, user_ids, item_ids):
        return tf.matmul(self.user_tower(user_ids), self.item_tower(item_ids), transpose_b=True)
