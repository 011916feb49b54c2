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


COUNTED = """\
import tensorflow as tf

class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    @tf.function
    def __call__(self, x, kind="a", info=None):
        if {test}:
            return x
        self.calls += 1
        return x
"""


@pytest.mark.parametrize(
    ("test", "codes"),
    [
        ("kind in ('b', 'c')", ["TFL305"]),
        ("kind not in ['a', 'b']", ["TFL305"]),
        ("kind in 'bc'", ["TFL305"]),
        ("info in ((), None)", []),
        ("info in [None]", []),
        ("kind in KNOWN", []),
    ],
)
def test_what_is_one_of_several_constants_need_not_exist(test: str, codes: list[str]) -> None:
    """But ``info in ((), None)`` asks whether there is any."""
    found = lint({"net.py": COUNTED.format(test=test)}, list(all_rules()))
    assert [one.code for one in found] == codes
