"""What the linter takes the results of calls and expressions for, written down in ``tests/snapshots``.

Each line of ``values.txt`` is an expression with what is known of it in eager code, and in a graph, where
that is something else (``t`` is a tensor of that graph). A change to what is known of a framework shows
there, one line for each expression that it concerns. It says what is taken for known, which need not be
right: what is mended is renewed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from words import hold

from tflint.facts import Project
from tflint.files import Source

RENEW = "pytest tests/test_values.py --renew"
HEAD = """\
import collections, copy, functools, itertools, logging, math, os, random, sys, time
import keras
import numpy as np
import tensorflow as tf

t = tf.constant([1.0, 2.0])
v = tf.Variable(1.0)
a = np.ones((2, 2))
n = 3
s = "text"
d = {"one": 1, "two": t}
row = [1, t]
ds = tf.data.Dataset.range(3)
layer = keras.layers.Dense(2)
model = keras.Sequential([layer])
ta = tf.TensorArray(tf.float32, 3)


def gen():
    yield 1


def double(x):
    return x * 2


class Own:
    rate = 0.5

    def __call__(self, x):
        return [x]

    def itself(self):
        return self


own = Own()
"""
GRAPH = """\
@tf.function
def in_graph(x):
    t = tf.sin(x)
    row = [1, t]
    d = {"one": 1, "two": t}
"""
EXPRESSIONS = Path(__file__).with_name("expressions.txt")
"""Any number on a line, with semicolons between."""


def expressions() -> list[str]:
    """The expressions, in order."""
    return [
        part
        for line in EXPRESSIONS.read_text(encoding="utf-8").splitlines()
        for part in re.split(r"; ", line)
    ]


def values() -> str:
    """A line for each expression."""
    calls = "".join(f"reveal({expression})\n" for expression in expressions())
    graph = "".join(f"    reveal({expression})\n" for expression in expressions())
    project = Project.build([Source("m.py", HEAD + calls + GRAPH + graph)])
    module = project.module("m.py")
    assert module is not None
    places = [(site.node.args[0], site.function) for site in module.calls["reveal"]]
    eager = [shown(repr(project.inference.value(*place))) for place in places[: len(places) // 2]]
    traced = [shown(repr(project.symbols.value(*place))) for place in places[len(places) // 2 :]]
    return "".join(
        f"{expression}  ->  {value}\n"
        + (f"    in a graph  ->  {symbol}\n" if symbol != value else "")
        for expression, value, symbol in zip(expressions(), eager, traced, strict=True)
    )


def shown(text: str) -> str:
    """A value without where things stand and what says nothing."""
    text = re.sub(r"<[\w.]+ object at 0x\w+>|<[\w.]+: 0x\w+>", "...", text)
    text = re.sub(r"line=\d+, |(?<=line )\d+", "", text)
    text = re.sub(r"Simple\(kind=<Kind\.(\w+): [^>]*>\)", r"\1", text)
    return re.sub(r", \w+=(None|\(\)|False|\{\}|mappingproxy\(\{\}\))(?=[,)])", "", text)


def test_values_are_those_of_the_snapshot(request: pytest.FixtureRequest) -> None:
    hold(request, "values", values(), RENEW)
