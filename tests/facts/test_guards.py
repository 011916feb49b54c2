"""Which helpers answer that code runs eagerly."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules import all_rules

PROGRAM = """\
import sys
import tensorflow as tf

def is_eager():
    if tf.executing_eagerly():
        return True
    {rest}

@tf.function
def f(x):
    if is_eager():
        print(x)
    return x
"""


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        ("return False", []),
        ("else:\n        return False", []),
        ("sys.exit('run it eagerly')", []),
        ("else:\n        return x", ["TFL301"]),
    ],
)
def test_a_helper_whose_every_end_answers_guards(rest: str, codes: list[str]) -> None:
    found = lint({"guarded.py": PROGRAM.format(rest=rest)}, list(all_rules()))
    assert [one.code for one in found] == codes
