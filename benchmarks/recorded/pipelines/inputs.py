"""Input pipelines: functions that data sets call, and steps that are given data sets."""

import random

import tensorflow as tf

counter = {"parsed": 0}


def make_dataset(rows, settings):
    width, names = settings["width"], settings["names"]

    def parse(row, label):
        counter["parsed"] += 1
        parts = tf.strings.to_number(tf.strings.split(row, settings["separator"]))
        print("parse", names)
        return {name: parts[i] for i, name in enumerate(names)}, label

    def jitter(features, label):
        noise = random.uniform(0.0, settings["noise"])
        return {name: value + noise for name, value in features.items()}, label

    data = tf.data.Dataset.from_tensor_slices(rows)
    return data.map(parse).map(jitter).batch(width)


def keep(features, label):
    print("keep", label)
    return label > 0


class Windows:
    def __init__(self, size, stride, fields):
        self.size = size
        self.stride = stride
        self.fields = fields
        self.made = []

    def cut(self, series):
        self.made.append(series)
        starts = tf.range(0, tf.shape(series[self.fields[0]])[0] - self.size, self.stride)
        return {name: tf.gather(series[name], starts) for name in self.fields}

    def over(self, data):
        return data.map(self.cut)


@tf.function
def total(data, names):
    result = 0.0
    for features, _ in data:
        for name in names:
            result += tf.reduce_sum(features[name])
    print("total of", names)
    return result


@tf.function
def next_sum(iterator, steps):
    result = tf.constant(0.0)
    for _ in range(steps):
        features, _ = next(iterator)
        result += tf.reduce_sum(features["height"])
    print("done")
    return result
