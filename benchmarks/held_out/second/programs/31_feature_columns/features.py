import csv
import io

import numpy as np
import tensorflow as tf

CSV = "age,income,label\n" + "\n".join(f"{20 + i},{i * 10.0},{i % 2}" for i in range(8))


@tf.function
def loss_fn(w, features):
    label = features.pop("label")
    x = tf.stack([features[k] for k in sorted(features)], axis=1)
    return tf.reduce_mean(tf.square(tf.linalg.matvec(x, w) - label))


@tf.function
def safe_loss(w, features):
    features = dict(features)
    label = features.pop("label")
    x = tf.stack([features[k] for k in sorted(features)], axis=1)
    return tf.reduce_mean(tf.square(tf.linalg.matvec(x, w) - label))


def split(row):
    row = dict(row)
    return row, row.pop("label")


def buckets(row):
    age = row["age"]
    row["bucket"] = tf.cast(age // 10, tf.int64)
    return row


def read():
    rows = list(csv.DictReader(io.StringIO(CSV)))
    return {k: np.array([float(r[k]) for r in rows], "float32") for k in rows[0]}


if __name__ == "__main__":
    data = read()
    w = tf.Variable([0.1, 0.2])
    print(float(safe_loss(w, data)))
    ds = tf.data.Dataset.from_tensor_slices(data).map(buckets).batch(4)
    for b in ds.map(split):
        print(b[0]["bucket"].numpy())
    print(float(loss_fn(w, data)))
