"""Which helpers answer that code runs eagerly."""

from __future__ import annotations

import pytest
from programs import lint

from tflint.rules import all_rules
from tflint.rules.tensors.tensor_in_text import TensorInText

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


HANDLER = """\
import tensorflow as tf

def describe(x):
    try:
        return x + len(x.shape)
    except {caught}:
        tf.debugging.assert_equal(True, False, message="not a tensor: %s" % str(x))
        return x

@tf.function
def f(x):
    {before}
    return describe(x)

f(tf.constant([1.0]))
"""


@pytest.mark.parametrize(
    ("caught", "before", "codes"),
    [
        ("AttributeError", "", []),
        ("(TypeError, ValueError)", "", []),
        ("AttributeError", "tf.debugging.assert_equal(x, x, message=str(x))", ["TFL605"]),
    ],
)
def test_what_handles_an_exception_may_be_met_by_no_tensor(
    caught: str, before: str, codes: list[str]
) -> None:
    found = lint({"m.py": HANDLER.format(caught=caught, before=before)}, [TensorInText])
    assert [finding.code for finding in found] == codes
