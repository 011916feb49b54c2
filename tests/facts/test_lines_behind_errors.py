"""Which lines stand behind a request for numbers that raises in each trace."""

from __future__ import annotations

import textwrap

import pytest
from programs import lint_all

from tflint.finding import Severity
from tflint.rules.frozen.python_randomness import PythonRandomness

PROGRAM = """\
import random
import tensorflow as tf

def early(x, options):
    if not options:
        return 0.0
    return tf.reduce_mean(x).numpy()

def late(x):
    return tf.reduce_mean(x).numpy()

def rows(x):
    yield tf.reduce_mean(x).numpy()

def drawn(x):
    return x + random.random()

@tf.function
def step(x, options):
{body}

for batch in batches:
    step(tf.constant(batch), {{}})
"""


@pytest.mark.parametrize(
    ("body", "is_behind"),
    [
        ("mean = tf.reduce_mean(x).numpy()\nreturn x + random.random()", True),
        ("mean = late(x)\nreturn x + random.random()", True),
        ("mean = late(x)\nreturn drawn(x)", True),
        ("if options:\n    mean = late(x)\n    return drawn(x)\nreturn x", True),
        ("return tf.reduce_mean(x).numpy() + random.random()", True),
        ("return random.random() + tf.reduce_mean(x).numpy()", False),
        ("if options:\n    print(late(x))\nreturn x + random.random()", False),
        ("if options:\n    print(late(x))\nelse:\n    x += random.random()\nreturn x", False),
        ("for _ in options:\n    print(late(x))\nreturn x + random.random()", False),
        ("try:\n    late(x)\nexcept KeyError:\n    pass\nreturn x + random.random()", False),
        ("shown = lambda: late(x)\nreturn x + random.random()", False),
        ("mean = early(x, options)\nreturn x + random.random()", False),
        ("mean = rows(x)\nreturn x + random.random()", False),
        ("return x + random.random()", False),
    ],
)
def test_what_each_trace_raises_before_is_information(body: str, is_behind: bool) -> None:
    program = PROGRAM.format(body=textwrap.indent(body, "    "))
    [finding] = lint_all({"m.py": program}, [PythonRandomness])
    assert finding.severity is (Severity.INFO if is_behind else Severity.WARNING)
    assert (".numpy()` on line " in finding.information) is is_behind


@pytest.mark.parametrize("also", ["", "@tf.function\ndef other(x):\n    return drawn(x)\n"])
def test_all_ways_to_a_function_must_be_behind(also: str) -> None:
    body = "    mean = late(x)\n    return drawn(x)"
    program = PROGRAM.format(body=body).replace("@tf.function", f"{also}@tf.function", 1)
    [finding] = lint_all({"m.py": program}, [PythonRandomness])
    assert finding.severity is (Severity.WARNING if also else Severity.INFO)


def test_a_line_in_another_file_is_named() -> None:
    program = PROGRAM.format(body="    mean = late(x)\n    return drawn(x)")
    here, there = (
        program.replace("def drawn(x):\n    return x + random.random()\n", ""),
        ("import random\ndef drawn(x):\n    return x + random.random()\n"),
    )
    files = {"m.py": f"from other import drawn\n{here}", "other.py": there}
    [finding] = lint_all(files, [PythonRandomness])
    assert finding.information.startswith("`tf.reduce_mean(x).numpy()` on line 11 of m.py raises")
