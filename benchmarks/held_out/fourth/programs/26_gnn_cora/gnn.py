import argparse
import random

import numpy as np
import tensorflow as tf

from graph import random_graph

tf.config.run_functions_eagerly(True)

parser = argparse.ArgumentParser()
parser.add_argument("--hidden", type=int, default=16)
parser.add_argument("--epochs", type=int, default=6)
args, _ = parser.parse_known_args()


class GraphConv(tf.keras.layers.Layer):
    def __init__(self, units, act=None):
        super().__init__()
        self.units, self.act = units, act

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], self.units), initializer="glorot_uniform")

    def call(self, h, adj):
        out = tf.matmul(adj, tf.matmul(h, self.w))
        return self.act(out) if self.act is not None else out


class GCN(tf.keras.Model):
    def __init__(self, hidden, classes):
        super().__init__()
        self.c1 = GraphConv(hidden, tf.nn.relu)
        self.c2 = GraphConv(classes)
        self.dropout = tf.keras.layers.Dropout(0.5)

    def call(self, h, adj, training=False):
        return self.c2(self.dropout(self.c1(h, adj), training=training), adj)


feats, adj, labels, train_mask = random_graph()
model = GCN(args.hidden, 4)
opt = tf.keras.optimizers.Adam(1e-2)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def train_step():
    with tf.GradientTape() as tape:
        logits = model(feats, adj, training=True)
        loss = ce(labels, logits, sample_weight=train_mask)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def accuracy(mask):
    pred = tf.argmax(model(feats, adj), -1)
    return tf.reduce_sum(tf.cast(pred == labels, tf.float32) * mask) / tf.reduce_sum(mask)


for epoch in range(args.epochs):
    loss = train_step()
    acc = accuracy(1.0 - train_mask)
    print("epoch %d loss %.3f acc %.3f" % (epoch, loss, acc))
random.seed(0)
print(random.sample(range(30), 3))
