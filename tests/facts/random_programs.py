"""Programs of several files drawn by hypothesis: functions, classes, helpers, loops, wrappers, graphs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from textwrap import indent

from hypothesis import strategies as st

_HEADER = """\
import functools
import numpy as np
import tensorflow as tf
import m0, m1, m2

COUNT = 0
STATE = []

def graph(function):
    return tf.function(function)

def compiled(function=None, **options):
    return tf.function(function, jit_compile=True, **options)

def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        print("called")
        return function(*args, **kwargs)
    return inner
"""
_FILES = 3
_DECORATORS = [
    *("", "", "", "", "@tf.function", "@tf.function(jit_compile=True)", "@graph", "@logged"),
    *("@compiled", "@compiled()", "@tf.function\n@logged", "@functools.partial(tf.function)"),
    "@tf.function(autograph=False)",
]
_BASES = ["", "(tf.keras.layers.Layer)", "(tf.Module)", "(tf.keras.Model)"]
_STATEMENTS = [
    "x = {f}(x)",
    "x = {f}(x, {n})",
    "y = {f}({g}, x)",
    "x = {f}(x, {g})",
    "y = {f}(x)({g})",
    "for i in range({n}):\n    x = {f}(x, i)",
    "while y:\n    y = {f}(y)",
    "for item in {f}(x):\n    y = {g}(item, y)",
    "print(x)",
    "x = x + {n}",
    "y += {n}",
    "if x > {n}:\n    x = {f}(x)",
    "if x:\n    y = {f}\nelse:\n    y = {g}",
    "y = tf.function({f})\nx = y(x)",
    "x = tf.function(lambda z: {f}(z))(x)",
    "y = functools.partial({f}, x)",
    "x = y(x)",
    "x = y({n})",
    "def inner(z):\n    return {f}(z) + x\ny = inner",
    "def inner(z, w=1):\n    print(z)\n    return {f}(w)\nx = inner(y)",
    "return {f}(x)",
    "return {f}",
    "return x",
    "return y",
    "return x, y",
    "x, y = {f}(y)",
    "x = {f}(x)[0]",
    "o = {c}(x)\nx = o.{m}(y)",
    "y = {c}(y)",
    "x = y.{m}(x)",
    "x = y.value",
    "STATE.append(x)",
    "global COUNT\nCOUNT += 1\nx = COUNT",
    "x = np.sum(x)",
    "items = []\nitems.append({f}(x))\nfor item in items:\n    y = item",
    "x = tf.constant(y)",
    "x = tf.Variable(x)",
    "x = tf.reduce_sum(x)",
    "x = tf.cond(x > 0, lambda: {f}(x), lambda: {g}(y))",
    "x = tf.data.Dataset.range({n}).map({f})",
    "y = {{'a': {f}(x), 'b': {g}}}",
    "x = y['a']",
    "y = [{f}(i) for i in x]",
    "y = {f} or {g}",
]
_OF_METHODS = [
    "self.count += 1",
    "self.value = {f}(x)",
    "self.value = x",
    "x = self.value",
    "x = self.{m}(x)",
    "self.value = self.{m}",
    "self.step = tf.function(self.{m})\nx = self.step(x)",
    "self.other = {c}(x)",
    "x = self.other.{m}(x)",
    "x = super().{m}(x)",
    "if self.count == 0:\n    self.value = tf.Variable(x)",
]
_CALLS = [
    "{f}(tf.constant(1.0))",
    "{f}({n})",
    "{f}({n}, {g})",
    "for i in range({n}):\n    {f}(i)",
    "for i in range({n}):\n    {f}(tf.ones((i, 2)), {g})",
    "o = {c}({n})\no.{m}(1)",
    "o = {c}({n})\nfor i in range({n}):\n    o.{m}(i)",
    "g{n} = tf.function({f})\ng{n}(1)\ng{n}(2)",
    "model = {c}(1)\nmodel.compile(loss={f})\nmodel.fit(STATE)",
    "COUNT = {n}",
]


@dataclass
class File:
    """One file: what may stand in any order, and the calls that end it."""

    functions: list[str]
    classes: list[tuple[str, list[str]]]
    """Heads with their methods; classes keep their order, since they may inherit from each other."""
    calls: list[str]

    def text(self, random: Random | None = None) -> str:
        """The file, with definitions and methods in the order they were drawn in or in another."""
        functions, classes = list(self.functions), [(h, list(m)) for h, m in self.classes]
        if random is not None:
            random.shuffle(functions)
            for _, methods in classes:
                random.shuffle(methods)
        made = [head + indent("\n".join(methods), "    ") for head, methods in classes]
        for text in made if random is None else []:
            functions.append(text)
        if random is not None:
            at = sorted(random.randint(0, len(functions)) for _ in made)
            for place, text in zip(reversed(at), reversed(made), strict=True):
                functions.insert(place, text)
        return "\n".join([_HEADER, *functions, *self.calls, ""])


@st.composite
def programs(draw: st.DrawFn) -> list[File]:
    """The files ``m0.py`` to ``m2.py``."""
    names = [(draw(st.integers(0, _FILES - 1)), f"f{i}") for i in range(draw(st.integers(2, 7)))]
    classes = [(draw(st.integers(0, _FILES - 1)), f"C{i}") for i in range(draw(st.integers(1, 3)))]
    methods = st.sampled_from(["run", "call", "__call__"])

    def named(things: list[tuple[int, str]], here: int) -> st.SearchStrategy[str]:
        return st.sampled_from([name if at == here else f"m{at}.{name}" for at, name in things])

    def filled(templates: list[str], here: int, most: int) -> list[str]:
        found = []
        for template in draw(st.lists(st.sampled_from(templates), min_size=1, max_size=most)):
            values = {
                "f": draw(named(names, here)) if "{f}" in template else "",
                "g": draw(named(names, here)) if "{g}" in template else "",
                "c": draw(named(classes, here)) if "{c}" in template else "",
                "m": draw(methods) if "{m}" in template else "",
                "n": draw(st.integers(2, 4)) if "{n}" in template else "",
            }
            found.append(template.format(**values))
        return found

    def definition(name: str, here: int, method: bool) -> str:
        templates = [*_STATEMENTS, *_OF_METHODS] if method else _STATEMENTS
        body = filled(templates, here, 5)
        body.sort(key=lambda line: not line.startswith("global"))
        given = (
            "self, x, y=1" if method else draw(st.sampled_from(["x, y=1", "x, y=None", "x, *y"]))
        )
        decorator = draw(st.sampled_from(_DECORATORS))
        head = f"{decorator}\ndef {name}({given}):\n" if decorator else f"def {name}({given}):\n"
        return head + indent("\n".join(dict.fromkeys(body)), "    ") + "\n"

    files = []
    for here in range(_FILES):
        made: list[tuple[str, list[str]]] = []
        before: list[str] = []
        for name in [name for at, name in classes if at == here]:
            base = draw(st.sampled_from([*_BASES, *(f"({other})" for other in before)]))
            start = "def __init__(self, value):\n    self.value = value\n    self.count = 0\n"
            own = draw(st.lists(methods, min_size=1, max_size=3, unique=True))
            made.append(
                (f"class {name}{base}:\n", [start, *(definition(m, here, True) for m in own)])
            )
            before.append(name)
        functions = [definition(name, here, False) for at, name in names if at == here]
        files.append(File(functions, made, filled(_CALLS, here, 3)))
    return files


def without_lines(message: str) -> str:
    """A message without the numbers of lines, which may be those of another file."""
    return re.sub(r"\bline \d+", "a line", message)
