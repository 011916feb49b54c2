"""Pitfalls as text: snippets with named holes, cut into the sections that go to different places.

A snippet is Python with ``$name`` holes. Lines ``@top``, ``@init`` and ``@end`` (for code put into a
traced function) or ``@use`` (for a program of its own) start another section, and a line that ends
in ``#!`` is one on which the finding is expected. Under ``@result`` stands what a program that is to be
run returns besides its own results, so that what the snippet makes is read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

MARK = "#!"
_SECTIONS = ("top", "here", "init", "end", "def", "use", "result")
_HOLE = re.compile(r"\$(\w+)")
_WORDS = (
    *("alpha", "beta", "rows", "value", "item", "state", "total", "part", "current", "extra"),
    *("outcome", "record", "note", "entry", "cell", "score", "level", "width", "bound", "factor"),
    *("weight", "signal", "amount", "answer", "store", "window"),
)

MODULES = {
    "tf": "tensorflow",
    "keras": "keras",
    "np": "numpy",
    "mx": "mxnet",
    "logging": "logging",
    "warnings": "warnings",
    "random": "random",
    "uuid": "uuid",
    "secrets": "secrets",
    "time": "time",
    "datetime": "datetime",
    "os": "os",
    "sys": "sys",
    "math": "math",
    "itertools": "itertools",
    "functools": "functools",
    "collections": "collections",
    "contextlib": "contextlib",
    "dataclasses": "dataclasses",
    "pickle": "pickle",
    "json": "json",
    "pprint": "pprint",
    "subprocess": "subprocess",
    "shutil": "shutil",
    "tqdm": "tqdm",
    "absl_logging": "absl.logging",
    "plt": "matplotlib.pyplot",
    "gluon": "mxnet.gluon",
    "nn": "mxnet.gluon.nn",
    "autograd": "mxnet.autograd",
}
"""Holes that stand for a module, under whatever name the file at hand has for it."""


@dataclass(frozen=True)
class Pitfall:
    """A rule's pitfall and its harmless look-alikes.

    Attributes:
        code: the rule.
        bad: snippets that the rule must find.
        good: snippets that it must leave alone.
        kind: ``traced`` for code put into traced functions, ``gluon`` for ``hybrid_forward``,
            ``program`` for code of its own, ``gluon program`` for the same in MXNet files.
        once: whether the pitfall is one behind a test that lets code run once, too.
        conditional: whether the pitfall is one behind any test, which may be there to run code once.
        autograph: whether the place must be one that AutoGraph converts, or one that it does not.
        wraps: whether the snippet may be put under a further ``with``, ``if`` or ``for``.
        helper: whether the pitfall can stand in a helper of another module.
        tests: whether the pitfall is one in test files too.
        apart: whether another snippet of the rule in the same file would bear on it.
        keras_2: whether the pitfall is one in files that only Keras 2 runs, too.
        matrix: whether the tensors that a snippet asks for must have two dimensions.
    """

    code: str
    bad: tuple[str, ...]
    good: tuple[str, ...]
    kind: str = "traced"
    once: bool = True
    conditional: bool = True
    autograph: bool | None = None
    wraps: bool = True
    helper: bool = True
    tests: bool = True
    apart: bool = False
    keras_2: bool = True
    matrix: bool = False


@dataclass(frozen=True)
class Line:
    """One line of a section: its text, and whether the finding is expected there."""

    text: str
    marked: bool = False

    def indented(self, indent: str) -> Line:
        """The line further to the right; empty lines stay empty."""
        return Line(indent + self.text if self.text else "", self.marked)


def sections(snippet: str, first: str) -> dict[str, list[Line]]:
    """The lines of a snippet by section; what comes before any ``@name`` is section ``first``."""
    found: dict[str, list[Line]] = {}
    current = first
    for text in snippet.strip("\n").split("\n"):
        if text.startswith("@") and text[1:] in _SECTIONS:
            current = text[1:]
            continue
        marked = text.rstrip().endswith(MARK)
        bare = text.rstrip().removesuffix(MARK).rstrip() if marked else text.rstrip()
        found.setdefault(current, []).append(Line(bare, marked))
    return found


def holes(lines: list[Line]) -> set[str]:
    """Names of the holes in some lines."""
    return {name for line in lines for name in _HOLE.findall(line.text)}


@dataclass
class Names:
    """Fills holes: each name gets one new identifier, each module its name in the file at hand."""

    source: random.Random
    suffix: str
    given: dict[str, str] = field(default_factory=dict)

    def fill(self, lines: list[Line], module: Callable[[str], str]) -> list[Line]:
        """The lines with their holes filled; ``module`` names a module in the file they go to."""

        def fill_one(match: re.Match[str]) -> str:
            name = match.group(1)
            if name in self.given:
                return self.given[name]
            if name in MODULES:
                return module(name)
            return self.fresh(name)

        return [Line(_HOLE.sub(fill_one, line.text), line.marked) for line in lines]

    def fresh(self, name: str) -> str:
        """A new identifier for a hole; one-letter holes get a random word."""
        if name not in self.given:
            base = self.source.choice(_WORDS) if len(name) == 1 else name
            self.given[name] = f"{base}_{name if len(name) == 1 else ''}{self.suffix}"
        return self.given[name]
