"""Draws that have one outcome, and variables that are always made alike, change nothing."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules.frozen.python_randomness import PythonRandomness
from tflint.rules.frozen.rebound_global import ReboundGlobal

MASK = """\
import random
import tensorflow as tf

SEVEN = 7


def mask(x, low=7, high={high}):
    return x[:, :random.randint(low, high)]


@tf.function
def step(x):
    return mask(x{given})


for i in range(10):
    step(tf.ones([4, 20]))
"""


@pytest.mark.parametrize(
    ("high", "given", "more", "is_found"),
    [
        ("7", "", "", False),
        ("SEVEN", "", "", False),
        ("8", "", "", True),
        ("7", ", 6, 6", "", True),  # each parameter has two values here, with the call below
        ("7", ", high=8", "", True),
        ("7", ", *sizes", "", True),
        ("7", "", "mask(x, high=9)\n", True),
        ("7", "", "mask(x, 7)\n", False),
    ],
)
def test_bounds_that_are_one_number(high: str, given: str, more: str, is_found: bool) -> None:
    below = "mask(tf.ones([4, 20]))\n" if given == ", 6, 6" else ""
    program = MASK.format(high=high, given=given) + below + more
    found = lint({"m.py": program}, [PythonRandomness])
    assert [finding.code for finding in found] == ["TFL501"] * is_found


COUNTS = """\
import numpy as np
import tensorflow as tf

size = 3


def train(data):
    @tf.function
    def step(x):
        return tf.reduce_mean(x), counts

    for epoch in range(10):
        counts = {made}
        for x in data:
            step(x)


train([tf.ones([3])] * 5)
"""


@pytest.mark.parametrize(
    ("made", "is_found"),
    [
        ("np.zeros((10, 10))", False),
        ("np.zeros((10, 10), dtype=np.float32)", False),
        ("tf.ones([2, 2])", False),
        ("np.full(2, -1)", False),
        ("np.zeros(epoch)", True),
        ("np.zeros(len(data))", True),
        ("np.random.rand(2)", True),
        ("np.zeros((epoch, 1))", True),
    ],
)
def test_a_variable_that_is_made_alike(made: str, is_found: bool) -> None:
    found = lint({"m.py": COUNTS.format(made=made)}, [ReboundGlobal])
    assert [finding.code for finding in found] == ["TFL503"] * is_found
