"""Models that stand for those of a program: they take what they are given, whatever its shape."""

from __future__ import annotations

from typing import Any

_OUTPUTS = 3
_PICTURE = (64, 64, 3)
_WORDS = "the a startseq endseq start end sos eos is of and in to was"


def of_any_width(tf: Any) -> Any:
    """A model of one layer that keeps all axes but the last, of which the size may change."""
    return tf.keras.Sequential([_mean(tf)(), tf.keras.layers.Dense(_OUTPUTS)])


def for_anything(tf: Any) -> Any:
    """A model that takes rows of any shape and dtype, also several inputs, of which the first counts."""
    layers = tf.keras.layers

    class ModelForAnything(tf.keras.Model):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.dense = layers.Dense(_OUTPUTS, activation="softmax")

        @property
        def input(self) -> Any:
            """What programs ask the sizes of."""
            return tf.keras.Input(_PICTURE)

        @property
        def input_shape(self) -> Any:
            """Those of a batch of pictures."""
            return (None, *_PICTURE)

        def call(self, inputs: Any, training: Any = None) -> Any:
            first = tf.nest.flatten(inputs)[0]
            numbers = tf.strings.length(first) if first.dtype == tf.string else first
            rows = tf.reshape(tf.cast(numbers, tf.float32), [tf.shape(first)[0], -1])
            return self.dense(tf.reduce_mean(rows, axis=1, keepdims=True))

    return ModelForAnything()


def tokenizer(tf: Any) -> Any:
    """One of Keras's that knows some words, and those that texts begin and end with."""
    made = tf.keras.preprocessing.text.Tokenizer()
    made.fit_on_texts([_WORDS])
    return made


def _mean(tf: Any) -> Any:
    class Mean(tf.keras.layers.Layer):  # type: ignore[misc, name-defined, unused-ignore]
        def call(self, inputs: Any) -> Any:
            return tf.reduce_mean(inputs, axis=-1, keepdims=True)

    return Mean
