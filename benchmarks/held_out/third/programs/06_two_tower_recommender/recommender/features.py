import tensorflow as tf

VOCAB = ["rock", "jazz", "pop", "folk"]


def lookup_table():
    init = tf.lookup.KeyValueTensorInitializer(VOCAB, tf.range(len(VOCAB), dtype=tf.int64))
    return tf.lookup.StaticHashTable(init, -1)


def split_label(row):
    row = dict(row)
    label = row.pop("clicked")
    return row, label


def normalise(row, label):
    row = {k: tf.cast(v, tf.float32) for k, v in row.items() if k != "genre"} | {"genre": row["genre"]}
    return row, label
