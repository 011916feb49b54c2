"""Between which numbers an expression lies, as far as the program tells."""

from __future__ import annotations

import ast

import pytest
from programs import project_of

from tflint.facts.programs.intervals import Interval, interval

HEAD = """\
import tensorflow as tf
SIZE = 4
LIMIT = 10


class Settings:
    extra = 1

    def __init__(self, rows, columns=2):
        self.rows = rows
        self.columns = columns
        self.turns = 1
        self.steps = 2

    def more(self):
        self.turns = 3
        self.steps += 1

    def doubled(self):
        return 2 * self.turns


def chosen(flag, count, unseen, least=3):
    several = 1
    if flag:
        several = 5
    grows = 1
    while flag:
        grows = grows + 1
    large = 10 ** 9
    large = 999999999 * 999999999 * 999999999
    return ASKED


def numbers(flag):
    if flag:
        return SIZE
    return SIZE - 6


def items():
    yield 1
    return 2


def go(settings, flag, *rest):
    chosen(flag, SIZE, 1)
    chosen(flag, 2 * SIZE, *rest)
    settings.chosen(1)


Settings(LIMIT)
Settings(SIZE, columns=7)
"""


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [
        ("SIZE", 4, 4),
        ("-SIZE", None, None),
        ("-3", -3, -3),
        ("True", None, None),
        ("SIZE + LIMIT - 1", 13, 13),
        ("several", 1, 5),
        ("several * (several - 3)", -10, 10),
        ("grows", None, None),
        ("large", None, None),
        ("large - large", None, None),
        ("flag", None, None),
        ("min(flag, SIZE, LIMIT)", None, 4),
        ("max(flag, SIZE, several)", 4, None),
        ("min(flag, SIZE) + several", None, 9),
        ("SIZE - min(flag, SIZE)", 0, None),
        ("min(flag, SIZE) * several", None, None),
        ("min(*flag, SIZE)", None, 4),
        ("numbers(flag)", -2, 4),
        ("items()", None, None),
        ("unknown()", None, None),
        ("SIZE / 2", None, None),
        ("'text'", None, None),
    ],
)
def test_expressions(asked: str, least: int | None, most: int | None) -> None:
    assert _of(asked, "chosen") == Interval(least, most)


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [
        ("self.rows", 4, 10),
        ("self.columns", 2, 7),
        ("self.turns", 1, 3),
        ("self.steps", None, None),
        ("self.extra", 1, 1),
        ("self.missing", None, None),
        ("self.doubled()", 2, 6),
    ],
)
def test_attributes(asked: str, least: int | None, most: int | None) -> None:
    assert _of(asked, "more") == Interval(least, most)


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("", Interval(3, 3)),  # its default
        ("asked(SIZE)\n", Interval(4, 4)),
        ("asked()\nasked(n=SIZE)\n", Interval(3, 4)),
        ("asked(unknown)\n", Interval()),
        ("asked(*unknown)\n", Interval()),
        ("asked(1)\nunknown.asked(9)\n", Interval()),
    ],
)
def test_parameters(calls: str, expected: Interval) -> None:
    program = f"import tensorflow as tf\nSIZE = 4\n\n\ndef asked(n=3):\n    return n\n\n\n{calls}"
    assert _asked_in(program, "asked", None) == expected


def _of(asked: str, name: str) -> Interval:
    program = HEAD.replace("ASKED", asked)
    if name == "more":
        program = program.replace("self.steps += 1\n", f"self.steps += 1\n        return {asked}\n")
    return _asked_in(program, name, asked)


def _asked_in(program: str, name: str, asked: str | None, *, by_default: bool = False) -> Interval:
    """What a function returns."""
    one = project_of({"m.py": program})
    module = one.module("m.py")
    assert module is not None
    (function,) = (f for f in module.functions if f.name == name)
    ((value, _),) = function.returns
    assert isinstance(value, ast.expr)
    assert asked is None or ast.unparse(value) == ast.unparse(ast.parse(asked, mode="eval"))
    return interval(value, function, one.inference, by_default=by_default)


SETTINGS = """\
import argparse
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple
import tensorflow as tf


@dataclass
class Data:
    rows: int = 32
    columns: int = 3


class Named(NamedTuple):
    rows: int
    columns: int = 3


class Own:
    size = 7

    def __init__(self, rows):
        self.rows = rows


Pair = namedtuple("Pair", "rows, columns")
data, named, pair, own = Data(columns=5), Named(4), Pair(1, columns=2), Own(64)
changed, set_later = Own(65), {"rows": 1}
changed.rows = 9
set_later["rows"] = 9
nested = {"train": {"rows": 16, "sizes": [3, 4]}}
open_end, given, kept = {"rows": 1, **nested}, {"rows": 1}, dict(rows=1)
parser = argparse.ArgumentParser()
parser.add_argument("--rows", type=int, default=8)
parser.add_argument("--others", type=int)
options = parser.parse_args()


def change(settings):
    settings["rows"] = 9


class Keeper:
    def __init__(self, settings):
        self.settings = settings

    def more(self):
        self.settings["rows"] += 1


change(given)
Keeper(kept)


class Agent:
    def __init__(self, settings, own):
        self.settings, self.own = settings, own
        self.rows = settings["train"]["rows"]

    def asked(self, rows):
        return ASKED


Agent(nested, own).asked(**{})
"""


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [
        ("data.rows", 32, 32),
        ("data.columns", 5, 5),
        ("named.rows", 4, 4),
        ("named.columns", 3, 3),
        ("named[0]", 4, 4),
        ("pair.rows + pair.columns", 3, 3),
        ("own.rows", 64, 65),
        ("own.size", 7, 7),
        ("changed.rows", None, None),
        ("nested['train']['rows']", 16, 16),
        ("nested['train']['sizes'][1]", 4, 4),
        ("nested['test']", None, None),
        ("self.settings['train']['rows']", 16, 16),
        ("self.rows", 16, 16),
        ("self.own.rows", 64, 65),
        ("set_later['rows']", None, None),
        ("open_end['rows']", None, None),
        ("given['rows']", None, None),
        ("kept['rows']", None, None),
        ("options.rows", None, None),
    ],
)
def test_parts(asked: str, least: int | None, most: int | None) -> None:
    assert _asked_in(SETTINGS.replace("ASKED", asked), "asked", asked) == Interval(least, most)


@pytest.mark.parametrize(
    ("asked", "number"), [("options.rows", 8), ("2 * options.rows", 16), ("options.others", None)]
)
def test_options_by_default(asked: str, number: int | None) -> None:
    program = SETTINGS.replace("ASKED", asked)
    assert _asked_in(program, "asked", asked, by_default=True) == Interval(number, number)
