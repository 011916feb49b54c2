import tensorflow as tf

WORDS = tf.constant(["cat", "dog", "eel", "fox"])


@tf.function
def lookup_static(tokens):
    init = tf.lookup.KeyValueTensorInitializer(WORDS, tf.range(4, dtype=tf.int64))
    table = tf.lookup.StaticHashTable(init, default_value=-1)
    return table.lookup(tokens)


@tf.function
def count_distinct(tokens):
    seen = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=0)
    seen.insert(tokens, tf.ones(tf.shape(tokens), tf.int64))
    return seen.size()
