"""Columns that know how to scale themselves."""
import tensorflow as tf


class Column:
    default_scale = 2.0

    def __init__(self, name):
        self.name = name

    @tf.function
    @classmethod
    def scaled(cls, x):
        return x * cls.default_scale

    @classmethod
    def from_spec(cls, spec):
        return cls(spec["name"])
