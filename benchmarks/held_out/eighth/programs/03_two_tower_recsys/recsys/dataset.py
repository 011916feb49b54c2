import random

import numpy as np
import tensorflow as tf


class Interactions:
    def __init__(self, conf, seed):
        rng = np.random.default_rng(seed)
        self.conf = conf
        self.users = rng.integers(0, conf.num_users, conf.interactions).astype("int32")
        self.items = ((self.users * 7) % conf.num_items + rng.integers(0, 5, conf.interactions)).astype("int32") % conf.num_items
        self.popularity = np.bincount(self.items, minlength=conf.num_items)
        self.catalog = list(range(conf.num_items))

    def _add_negative(self, user, item):
        negative = random.choice(self.catalog)
        return {"user": user, "item": item, "negative": tf.constant(negative, tf.int32)}

    def _add_age(self, row):
        age = tf.numpy_function(self._lookup_age, [row["user"]], tf.float32)
        age.set_shape([])
        row["age"] = age
        return row

    def _lookup_age(self, user):
        return np.float32(18 + int(user) % 50)

    def batches(self, shuffle=True):
        ds = tf.data.Dataset.from_tensor_slices((self.users, self.items))
        if shuffle:
            ds = ds.shuffle(2000)
        ds = ds.map(self._add_negative).map(self._add_age)
        return ds.batch(self.conf.batch, drop_remainder=True).prefetch(1)

    def stream(self):
        """Row generator for the online evaluation."""
        served = 0
        for user, item in zip(self.users, self.items):
            served += 1
            yield {"user": user, "item": item, "pos": served}

    def stream_dataset(self):
        sig = {"user": tf.TensorSpec([], tf.int32), "item": tf.TensorSpec([], tf.int32), "pos": tf.TensorSpec([], tf.int32)}
        return tf.data.Dataset.from_generator(self.stream, output_signature=sig)
