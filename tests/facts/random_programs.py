"""Programs of several files, drawn by chance: functions, classes, helpers, loops, wrappers, graphs."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from random import Random
from textwrap import indent

from hypothesis import strategies as st

from tflint.facts.expressions.values import (
    ClassValue,
    Container,
    FunctionValue,
    GraphDecorator,
    GraphFunction,
    Instance,
    Partial,
    Union,
    Value,
)

_HEADER = """\
import functools
import random
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
_METHODS = ["run", "call", "__call__"]
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
    "if y is None:\n    return {f}",
    "if x > {n}:\n    return {f}(x)\nreturn y",
    "if y > {n}:\n    return {c}(x)",
    "float(x)",
    "x.numpy()",
    "assert x > y",
    "tf.debugging.assert_positive(x)",
    "x.assign_add(1)",
    "STATE[0] = x",
    "x = len(x)",
    "random.random()",
    "x = np.random.rand()",
    "x = {f}(x, y=[{n}])",
    "for i in tf.range({n}):\n    y = {f}(i)",
    "if tf.executing_eagerly():\n    x = {f}(x)",
    "with tf.init_scope():\n    y = {f}(x)",
    "y = tf.py_function({f}, [x], tf.float32)",
    "x = tf.map_fn({f}, x)",
    "try:\n    x = {f}(x)\nexcept ValueError:\n    print(y)",
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
    "with tf.GradientTape() as tape:\n    y = {c}(1)(x)",
    "kept = [{c}(x), {c}(y)]\nfor one in kept:\n    x = one(x)",
    "y = tf.function({f})(x)",
    "x = {f}(x, {n}) + tf.random.normal([2], seed={n})",
    "tf.random.set_seed({n})",
    "random.seed(x)\ny = random.random()",
    "return {c}(x)",
]
_RETURNS = ["return x", "return {f}(x)", "return y", "return {f}", "return x, y", ""]
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
    "tf.function({f})({n})",
    "model = {c}(1)\nwith tf.GradientTape() as tape:\n    model(tf.ones(2))",
    "models = [{c}(1)]\nfor model in models:\n    model(tf.ones(2))",
    "{c}(1).{m}({c}(2))",
    "{f}({c}(3))",
    "for seed in range({n}):\n    {f}(seed)",
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


def programs() -> st.SearchStrategy[list[File]]:
    """Files ``m0.py`` to ``m2.py``.

    Each is drawn by a seed: what hypothesis draws part by part is mostly small, and alike.
    """
    return st.integers(0, 1 << 32).map(lambda seed: _Drawing(Random(seed)).files())


class _Drawing:
    """One program on its way."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._functions = [(random.randrange(_FILES), f"f{i}") for i in range(random.randint(3, 8))]
        self._classes = [(random.randrange(_FILES), f"C{i}") for i in range(random.randint(1, 3))]

    def files(self) -> list[File]:
        return [self._file(here) for here in range(_FILES)]

    def _file(self, here: int) -> File:
        functions = [self._definition(name, here) for at, name in self._functions if at == here]
        classes: list[tuple[str, list[str]]] = []
        before: list[str] = []
        for name in [name for at, name in self._classes if at == here]:
            base = self._random.choice([*_BASES, *(f"({other})" for other in before)])
            start = "def __init__(self, value):\n    self.value = value\n    self.count = 0\n"
            own = self._random.sample(_METHODS, self._random.randint(1, 3))
            methods = [self._definition(method, here, method=True) for method in own]
            classes.append((f"class {name}{base}:\n", [start, *methods]))
            before.append(name)
        return File(functions, classes, self._filled(_CALLS, here, 3))

    def _definition(self, name: str, here: int, method: bool = False) -> str:
        templates = [*_STATEMENTS, *_OF_METHODS] if method else _STATEMENTS
        body = [*self._filled(templates, here, 6), *self._filled(_RETURNS, here, 1)]
        body.sort(key=lambda line: not line.startswith("global"))
        given = "self, x, y=1" if method else self._random.choice(["x, y=1", "x, y=None", "x, *y"])
        decorator = self._random.choice(_DECORATORS)
        head = f"{decorator}\ndef {name}({given}):\n" if decorator else f"def {name}({given}):\n"
        return head + indent("\n".join(dict.fromkeys(body)), "    ") + "\n"

    def _filled(self, templates: list[str], here: int, most: int) -> list[str]:
        chosen = self._random.choices(templates, k=self._random.randint(1, most))
        return [
            template.format(
                f=self._named(self._functions, here),
                g=self._named(self._functions, here),
                c=self._named(self._classes, here),
                m=self._random.choice(_METHODS),
                n=self._random.randint(2, 4),
            )
            for template in chosen
        ]

    def _named(self, things: list[tuple[int, str]], here: int) -> str:
        at, name = self._random.choice(things)
        return name if at == here else f"m{at}.{name}"


def without_lines(message: str) -> str:
    """A message without the numbers of lines, which may be those of another file."""
    return re.sub(r"\bline \d+", "a line", message)


def described(value: Value) -> str:
    """A value as text that is the same for equal ones of two projects; members stand in any order."""
    match value:
        case Union(members=members):
            return " | ".join(sorted(map(described, members)))
        case Container(kind=kind, items=items, keys=keys, element=element):
            inside = None if items is None else [described(item) for item in items]
            return f"{kind} {inside} {keys} {element and described(element)}"
        case GraphFunction(inner=inner, site=site, module=module):
            return f"graph of {described(inner)} made in {module.path}:{_place(site)}"
        case GraphDecorator(site=site, module=module):
            return f"decorator made in {module.path}:{_place(site)}"
        case Partial(inner=inner, positional=positional, names=names):
            return f"{described(inner)} given {positional} and {names}"
        case FunctionValue(function=function, bound=bound):
            return f"{function.full_name}:{_place(function.node)} {bound}"
        case ClassValue(definition=definition) | Instance(definition=definition):
            return f"{type(value).__name__} {definition.full_name}:{_place(definition.node)}"
        case _:
            return repr(value)


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
