"""Programs made at random, of the shapes that tflint looks at: TensorFlow, Keras and Gluon.

They need make no sense. Few names stand for many things, so that they meet in all ways.
"""

from __future__ import annotations

from random import Random


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


HEAD = """\
import functools, logging, os, random, time
import numpy as np
import tensorflow as tf
import keras
from mxnet import autograd, gluon, np as mnp, npx
from mxnet.gluon import nn
"""
NAMES = _words(
    """
    a b c f g h n x y self A B F model step it
    """
)
ATTRIBUTES = _words(
    """
    x y f call shape dtype n numpy append weight assign T
    """
)
CALLED = _words(
    """
    tf.function tf.Variable tf.print tf.cond tf.while_loop tf.map_fn tf.scan tf.reduce_sum
    tf.constant tf.range tf.zeros tf.shape tf.reshape tf.numpy_function tf.py_function
    tf.data.Dataset.range tf.data.Dataset.from_tensors tf.GradientTape tf.TensorArray
    tf.random.normal tf.strings.format tf.debugging.assert_equal tf.keras.layers.Dense
    keras.Model keras.layers.Lambda keras.optimizers.Adam tf.io.read_file print len range
    enumerate zip list dict int float str super next iter open map filter sorted isinstance
    getattr setattr hasattr type np.random.rand np.array np.mean random.random time.time
    logging.info os.listdir functools.partial functools.wraps functools.lru_cache F.relu F.exp
    mnp.ones npx.set_np nn.Dense autograd.record model.fit model.predict x.append x.map it.batch
    self.f super().call super().__init__ self.call self.n.assign x.shape.as_list y.asnumpy f.get
    """
)
DECORATORS = _lines(
    """
    tf.function
    tf.function
    tf.function()
    tf.function(jit_compile=True)
    property
    tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    staticmethod
    classmethod
    tf.function(reduce_retracing=x, autograph=False)
    functools.wraps(f)
    f
    g(x)
    a.b
    A
    tf.custom_gradient
    tf.recompute_grad
    functools.lru_cache
    h(tf.function)
    tf.autograph.experimental.do_not_convert
    tf.Module.with_name_scope
    """
)
BASES = _words(
    """
    tf.Module keras.Model keras.layers.Layer tf.keras.Model gluon.HybridBlock object A B
    gluon.Block keras.losses.Loss keras.callbacks.Callback a.b f(x) A[x]
    """
)
METHODS = _words(
    """
    __init__ call build train_step test_step __call__ hybrid_forward forward f g step __enter__
    __iter__ __next__ __getattr__ __new__ __eq__
    """
)
CONSTANTS = (
    *("0", "1", "-1", "2", "1.5", "True", "None", "'a'", "'%s {} {0}'", "b''", "10**20", "1e400"),
    *("0xffffffffffffffffffff", "1j", "...", "''", "()", "[]", "{}", "100", "'{x:>{y}}'", "1_000"),
)
OPERATORS = ("+", "-", "*", "/", "//", "%", "@", "**", "<<", "&", "|")
COMPARED = ("<", "==", "!=", "is", "is not", "in", "not in", ">=")


class Writer:
    """Writes a program.

    Args:
        random: where all choices come from.
        modules: names of modules that it may import from.
    """

    def __init__(self, random: Random, modules: tuple[str, ...] = ()) -> None:
        self._random = random
        self._modules = modules

    def module(self, length: int) -> str:
        """A file of so many statements, many of them definitions."""
        lines = [HEAD]
        for module in self._modules:
            lines.append(self._import(module))
        for _ in range(length):
            kind = self._random.random()
            if kind < 0.45:
                lines.append(self._function("", 0))
            elif kind < 0.65:
                lines.append(self._class("", 0))
            else:
                lines.append(self._statement("", 1))
        return "\n".join(lines) + "\n"

    def _import(self, module: str) -> str:
        names = ", ".join(self._random.sample(NAMES, 2))
        return self._one(
            f"from {module} import {names}",
            f"from {module} import *",
            f"import {module}",
            f"from . import {module} as {self._name()}",
            f"from .{module} import {self._name()} as {self._name()}",
        )

    def _one(self, *options: str) -> str:
        return self._random.choice(options)

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _parameters(self, method: bool) -> str:
        parts = ["self"] if method and self._random.random() < 0.9 else []
        if self._random.random() < 0.9:
            parts.append("x")
        for name in self._random.sample(("y", "n", "a", "F"), self._random.randrange(3)):
            annotation = f": {self._expression(1)}" if self._random.random() < 0.2 else ""
            parts.append(f"{name}{annotation}={self._expression(1)}")
        if self._random.random() < 0.15:
            parts.append("*b")
        if self._random.random() < 0.15:
            parts.append("**c")
        return ", ".join(parts)

    def _function(self, indent: str, depth: int, name: str = "") -> str:
        lines = []
        while self._random.random() < 0.5:
            lines.append(f"{indent}@{self._random.choice(DECORATORS)}")
        kind = "async def" if self._random.random() < 0.03 else "def"
        returns = f" -> {self._expression(1)}" if self._random.random() < 0.1 else ""
        parameters = self._parameters(bool(name))
        lines.append(f"{indent}{kind} {name or self._name()}({parameters}){returns}:")
        lines.append(self._body(indent, depth + 1))
        return "\n".join(lines)

    def _class(self, indent: str, depth: int) -> str:
        bases = [self._random.choice(BASES) for _ in range(self._random.randrange(3))]
        lines = [f"{indent}class {self._one('A', 'B', 'C')}({', '.join(bases)}):"]
        for _ in range(self._random.randint(1, 4)):
            if self._random.random() < 0.8:
                method = self._random.choice(METHODS)
                lines.append(self._function(indent + "    ", depth + 1, method))
            else:
                lines.append(self._statement(indent + "    ", depth + 2))
        return "\n".join(lines)

    def _body(self, indent: str, depth: int) -> str:
        count = self._random.randint(1, 5 if depth < 3 else 2)
        return "\n".join(self._statement(indent + "    ", depth) for _ in range(count))

    def _statement(self, indent: str, depth: int) -> str:
        expression, name = self._expression(2), self._name()
        if depth < 5 and self._random.random() < 0.35:
            return self._compound(indent, depth, expression, name)
        return indent + self._one(
            f"{name} = {expression}",
            f"{name} = {self._name()} = {expression}",
            f"{name}, {self._name()} = {expression}",
            f"{name}, *{self._name()} = {expression}",
            f"{name} {self._random.choice(OPERATORS)}= {expression}",
            f"{name}: {self._expression(1)} = {expression}",
            f"{name}.{self._random.choice(ATTRIBUTES)} = {expression}",
            f"self.{self._random.choice(ATTRIBUTES)} += {expression}",
            f"{name}[{self._expression(1)}] = {expression}",
            f"print({expression})",
            f"{self._random.choice(CALLED)}({expression})",
            f"{self._random.choice(CALLED)}({expression}, {name}={self._expression(1)})",
            f"{expression}",
            f"return {expression}",
            f"return {name}",
            f"assert {expression}, {name}",
            f"raise {expression}",
            f"del {name}",
            f"del {name}[{self._expression(1)}]",
            f"global {name}",
            f"{name} = yield {expression}",
            "pass  # noqa: TFL301",
        )

    def _compound(self, indent: str, depth: int, expression: str, name: str) -> str:
        body = self._body(indent, depth + 1)
        other = f"\n{indent}else:\n{self._body(indent, depth + 1)}" if depth < 3 else ""
        kind = self._random.randrange(9)
        if kind == 0:
            return f"{indent}if {expression}:\n{body}{other}"
        if kind == 1:
            return f"{indent}for {name} in {expression}:\n{body}{other}"
        if kind == 2:
            return f"{indent}while {expression}:\n{body}"
        if kind == 3:
            return f"{indent}with {expression} as {name}:\n{body}"
        if kind == 4:
            caught = (
                f"{indent}except {self._expression(1)} as {name}:\n{self._body(indent, depth + 1)}"
            )
            return f"{indent}try:\n{body}\n{caught}\n{indent}finally:\n{body}"
        if kind == 5:
            pattern = self._one("[a, *b]", "{'a': x, **c}", "A(x=y)", "1 | 2", "_", "tf.Tensor()")
            body = self._body(indent + "    ", depth + 1)
            return f"{indent}match {expression}:\n{indent}    case {pattern}:\n{body}"
        if kind == 6:
            return self._class(indent, depth)
        if kind == 7:
            return f"{indent}for {name} in range({self._expression(1)}):\n{body}"
        return self._function(indent, depth)

    def _expression(self, depth: int) -> str:
        if depth <= 0:
            return self._name() if self._random.random() < 0.6 else self._random.choice(CONSTANTS)
        a, b, name = self._expression(depth - 1), self._expression(depth - 1), self._name()
        called = self._random.choice(CALLED)
        return self._one(
            name,
            f"{called}({a})",
            f"{called}({a}, {b})",
            f"{called}({a}, {name}={b})",
            f"{called}(*{a}, **{b})",
            f"{called}()",
            f"{name}({a})",
            f"{name}({a})({b})",
            f"{name}.{self._random.choice(ATTRIBUTES)}",
            f"({a}).{self._random.choice(ATTRIBUTES)}({b})",
            f"({a} {self._random.choice(OPERATORS)} {b})",
            f"({a} {self._random.choice(COMPARED)} {b})",
            f"({a} and {b} or {name})",
            f"(not {a})",
            f"(-{a})",
            f"({a} if {b} else {name})",
            f"[{a}, {b}]",
            f"({a}, {b})",
            f"{{'a': {a}, **{name}}}",
            f"{{{a}: {b}}}",
            f"[{a} for {name} in {b} if {name}]",
            f"({a} for {name} in {b})",
            f"(lambda x, y={a}: {b})",
            f"(lambda *a: {a})",
            f"({name} := {a})",
            f"({a})[{b}]",
            f"({a})[1:{name}, ...]",
            f"f'{{{name}}} {{{name}!r:>{{n}}}}'",
            f"'%s %d' % ({a}, {b})",
            f"'{{}}'.format({a})",
            f"tf.function({a})",
            f"tf.function({name}, jit_compile={b})",
            f"functools.partial({name}, {a})",
        )


def single(random: Random) -> dict[str, str]:
    """One file."""
    return {"m.py": Writer(random).module(random.randint(1, 12))}


def package(random: Random) -> dict[str, str]:
    """A package whose modules import from each other, in circles too."""
    modules = ("one", "two", "three", "four")[: random.randint(2, 4)]
    texts = {"pkg/__init__.py": random.choice(("", "from .one import *\n", "import pkg.two\n"))}
    for module in modules:
        others = tuple(random.sample([m for m in modules if m != module], 1))
        texts[f"pkg/{module}.py"] = Writer(random, others).module(random.randint(1, 6))
    texts["main.py"] = Writer(random, ("pkg", "pkg.one")).module(random.randint(1, 4))
    return texts
