"""Models that stand for those of a program: they take what they are given, whatever its shape."""

from __future__ import annotations

import contextlib
import math
import re
from typing import Any

_OUTPUTS = 3
_MOST = 1 << 12
"""Numbers that a model gives for one row, at first and at most."""
_ASKED, _KEPT = 16, 200
"""Errors that are followed, and characters of each by which it is known again."""
_AT = re.compile(r"[Ii]ndex (\d+) is out of bounds for axis -?\d+ with size (\d+)")
_UNPACKED = re.compile(r"(not enough|too many) values to unpack \(expected (\d+)(?:, got (\d+))?")
_SIZES = re.compile(r"[\[(]((?:\d+|None|-1)?(?:, ?(?:\d+|None|-1))*),?[\])]")
_RESHAPED = re.compile(r"array of size (\d+) into shape \(([\d, ]+)\)")
_PICTURE = (64, 64, 3)
_WORDS = "the a startseq endseq start end sos eos is of and in to was"


class Outputs:
    """How many numbers made-up models give for each row, and what a program says it should be."""

    def __init__(self) -> None:
        self.size = _OUTPUTS
        self._asked: set[tuple[int, str]] = set()

    def asked(self, message: str) -> int:
        """Another size than the present one, if an error speaks of both; 0 if it does not."""
        for size in dict.fromkeys(_wanted(message, self.size)):
            asked = (size, message[:_KEPT])
            known = asked in self._asked or len(self._asked) >= _ASKED
            if 0 < size <= _MOST and not known:
                self._asked.add(asked)
                return size
        return 0

    def resize(self, size: int, models: list[Any]) -> None:
        """Have models give as many from now on."""
        self.size = size
        for model in models:
            with contextlib.suppress(Exception):
                model.resize_outputs(size)
            # What was traced for the size before is kept here.
            for kept in ("predict_function", "train_function", "test_function"):
                if getattr(model, kept, None) is not None:
                    setattr(model, kept, None)


def _wanted(message: str, size: int) -> list[int]:
    """The sizes that an error speaks of beside one."""
    found: list[int] = []
    for at, length in _AT.findall(message):
        found += [int(at) + 1] * (int(length) == size)
    for how, wanted, got in _UNPACKED.findall(message):
        if (got == str(size)) if how == "not enough" else int(wanted) < size:
            found.append(int(wanted))
    for count, shape in _RESHAPED.findall(message):
        if int(count) == size:
            found.append(math.prod(int(one) for one in shape.split(",") if one.strip()))
    shapes = [
        [int(one) for one in text.replace("None", "-1").split(",") if one.strip()]
        for text in _SIZES.findall(message)
    ]
    last = [shape[-1] for shape in shapes if shape]
    if size in last:
        found += [other for other in last if other != size]
    return found


def of_any_width(tf: Any, size: int = _OUTPUTS) -> Any:
    """A model of one layer that keeps all axes but the last, of which the size may change."""
    model = tf.keras.Sequential([_mean(tf)(), tf.keras.layers.Dense(size)])

    def resize_outputs(size: int) -> None:
        model.pop()
        model.add(tf.keras.layers.Dense(size))

    object.__setattr__(model, "resize_outputs", resize_outputs)
    return model


def for_anything(tf: Any, size: int = _OUTPUTS) -> Any:
    """A model that takes rows of any shape and dtype, also several inputs, of which the first counts."""
    layers = tf.keras.layers

    class ModelForAnything(tf.keras.Model):  # type: ignore[misc, name-defined, unused-ignore]
        def __init__(self) -> None:
            super().__init__()
            self.dense = layers.Dense(size, activation="softmax")

        def resize_outputs(self, size: int) -> None:
            """Give another number for each row."""
            tracker = getattr(self, "_tracker", None)
            if tracker is not None:
                tracker.unlock()  # Keras 3 takes no layers in place of those that have run
            self.dense = layers.Dense(size, activation="softmax")

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
