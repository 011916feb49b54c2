import tensorflow as tf

from .features import VOCAB, lookup_table


class TwoTower(tf.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.table = lookup_table()
        self.user = tf.Variable(tf.random.normal((10, dim)), name="user")
        self.item = tf.Variable(tf.random.normal((len(VOCAB), dim)), name="item")
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.weight = None

    def logits(self, feats):
        u = tf.gather(self.user, tf.cast(feats["user"], tf.int32))
        i = tf.gather(self.item, self.table.lookup(feats["genre"]))
        return tf.reduce_sum(u * i, axis=1)

    @tf.function
    def train_step(self, feats, label):
        weight = feats.pop("weight")
        with tf.GradientTape() as tape:
            ce = tf.nn.sigmoid_cross_entropy_with_logits(tf.cast(label, tf.float32), self.logits(feats))
            loss = tf.reduce_mean(ce * weight)
        self.opt.apply_gradients(zip(tape.gradient(loss, [self.user, self.item]), [self.user, self.item]))
        return loss

    @tf.function
    def score(self, feats):
        if self.weight is None:
            self.weight = tf.Variable(1.0)
        return self.weight * self.logits(feats)

    @tf.function
    def top_genre(self, feats):
        best = tf.argmax(tf.matmul(self.user, self.item, transpose_b=True), axis=1)
        users = [int(u) for u in feats["user"]]
        return tf.gather(best, users)
