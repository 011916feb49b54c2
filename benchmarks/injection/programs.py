"""Small programs that run, each with one bad snippet put into a random place.

Packages hold snippets in surroundings that no one wrote for them, but can't be run; these can.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path

from benchmarks.injection.__main__ import Package, Task
from benchmarks.injection.catalogue import pitfalls
from benchmarks.injection.templates import Pitfall
from benchmarks.injection.weaving import Injection

_TENSORFLOW = """\
import tensorflow as tf


class Work(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(2.0)

    @tf.function{options}
    def step(self, rows):
        scaled = rows * self.weight
        return scaled + 1.0


@tf.function{options}
def shift(rows):
    moved = rows - 1.0
    return moved * 0.5


def train():
    work = Work()
    last = tf.ones([2, 2])
    for _ in range(3):
        last = shift(work.step(last))
    return last


train()
"""
_MXNET = """\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.factor = 2

    def hybrid_forward(self, F, rows):
        scaled = F.relu(rows) * self.factor
        return scaled + 1


def train():
    net = Net()
    net.initialize()
    net.hybridize()
    last = mx.nd.ones((2, 3))
    for _ in range(3):
        last = net(last)
    return last


train()
"""
_CALLS = {
    "step": ("work.step(last)", "work.step(last)[0]"),
    "shift": ("shift(work.step(last))", "shift(work.step(last))[0]"),
    "hybrid_forward": ("net(last)", "net(last)[0]"),
}
"""How the programs call each function that may hold a snippet, and where it returns a result more."""
_TRIES = 50


def programs_with(
    folder: Path, codes: Collection[str], seed: int = 1
) -> Iterator[tuple[Path, str]]:
    """A program for each bad snippet of some rules, of both sets, with the rule's code.

    Args:
        folder: where the programs are written.
        codes: the rules.
        seed: the same one gives the same programs.
    """
    for held_out in (False, True):
        numbers = {code: count() for code in codes}  # a rule may have several files
        for pitfall in pitfalls(tuple(codes), held_out):
            for snippet in pitfall.bad:
                number = next(numbers[pitfall.code])
                name = f"{pitfall.code.lower()}_{'new_' if held_out else ''}{number}.py"
                text = _program(pitfall, snippet, folder / "base", random.Random(f"{seed}{name}"))
                path = folder / name
                path.write_text(text)
                yield path, pitfall.code


def _program(pitfall: Pitfall, snippet: str, folder: Path, source: random.Random) -> str:
    """The text of a program with a snippet."""
    options = "" if pitfall.autograph is not False else "(autograph=False)"
    text = _MXNET if pitfall.kind.startswith("gluon") else _TENSORFLOW.format(options=options)
    folder.mkdir(exist_ok=True)
    (folder / "program.py").write_text(text)
    package = Package(str(folder), source)
    for _ in range(_TRIES):
        made, _, _ = package.round([Task(pitfall, snippet, True, "direct")], 1)
        if made:
            return _with_result(package.edited[made[0].path], made[0])
    raise RuntimeError(f"no place for {pitfall.code}: {snippet}")


def _with_result(text: str, made: Injection) -> str:
    """The text of a program that also returns what the snippet made."""
    if not made.result:
        return text
    lines = text.split("\n")
    put_in = {line for _, line in made.touched}
    (function,) = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
        and node.name in _CALLS
        and put_in & set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    ]
    lines[function.body[-1].lineno - 1] += f", {made.result}"
    return "\n".join(lines).replace(*_CALLS[function.name])
