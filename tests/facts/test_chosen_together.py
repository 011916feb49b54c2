"""Functions that are chosen together with a flag run only where that is tested so."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules import all_rules

_PROGRAM = """\
import numpy as np
import tensorflow as tf


def load_array(name):
    return np.load(name)


def load_tensor(name):
    return tf.io.read_file(name)


def prepare(load, is_python):
    def read(name):
        if is_python:
            return tf.py_function(load, [name], tf.float32)
        return load(name)

    return read


def make(names, kind):
    is_python = True
    if kind == "array":
        load = load_array
    elif kind == "tensor":
        load = load_tensor
        is_python = False
    else:
        raise ValueError
    return tf.data.Dataset.from_tensor_slices(names).map(prepare(load, is_python=is_python))
"""


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("", "", []),
        ("is_python = True", "is_python = False", ["TFL603"]),
        ("load = load_array", "load = load_array\n        is_python = False", ["TFL603"]),
        ("    if kind", "    if names:\n        is_python = kind\n    if kind", ["TFL603"]),
        ("if is_python", "if not is_python", ["TFL603"]),
    ],
)
def test_the_flag_of_another_branch_is_none_of_this(old: str, new: str, codes: list[str]) -> None:
    text = _PROGRAM.replace(old, new, 1) if old else _PROGRAM
    assert [one.code for one in lint({"m.py": text}, list(all_rules()))] == codes
