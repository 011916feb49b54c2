"""What is known of the objects of data classes and named tuples."""

from __future__ import annotations

import pytest
from snippets import project_of, revealed

from tflint.facts.expressions.values import Text, members

IMPORTS = """
import attrs
import dataclasses
from collections import namedtuple
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import ClassVar, NamedTuple
import tensorflow
def made():
    return "made"
"""


@pytest.mark.parametrize(
    ("code", "held"),
    [
        ("@dataclass\nclass A:\n  x: object\nreveal(A('given').x)", "given"),
        ("@dataclass\nclass A:\n  x: object\nreveal(A(x='given').x)", "given"),
        (
            "@dataclasses.dataclass(frozen=True)\nclass A:\n  x: object\nreveal(A('given').x)",
            "given",
        ),
        ("@attrs.define\nclass A:\n  x: object\nreveal(A('given').x)", "given"),
        ("@dataclass\nclass A:\n  x: object\n  y: object = 'own'\nreveal(A('given').y)", "own"),
        ("@dataclass\nclass A:\n  x: object = field(default='own')\nreveal(A().x)", "own"),
        ("@dataclass\nclass A:\n  x: object = field(default_factory=made)\nreveal(A().x)", "made"),
        ("@attrs.define\nclass A:\n  x: object = attrs.field(factory=made)\nreveal(A().x)", "made"),
        (
            "@dataclass\nclass A:\n  x: object\n  z: ClassVar[object] = 1\n  y: object = 2\n"
            "reveal(A('no', 'given').y)",
            "given",
        ),
        (
            "@dataclass\nclass A:\n  x: object\n  _: KW_ONLY\n  y: object\n  z: object = 1\n"
            "reveal(A('no', y='given').y)",
            "given",
        ),
        (
            "@dataclass(kw_only=True)\nclass A:\n  y: object = 1\n  x: object\nreveal(A(x='given').x)",
            "given",
        ),
        (
            "@dataclass\nclass A:\n  x: object\n@dataclass\nclass B(A):\n  y: object\n"
            "reveal(B('no', 'given').y)",
            "given",
        ),
        (
            "@dataclass\nclass A:\n  x: InitVar[object]\n  y: object = field(init=False)\n"
            "  def __post_init__(self, x):\n    self.y = x\nreveal(A('given').y)",
            "given",
        ),
        ("class A(NamedTuple):\n  x: object\n  y: object\nreveal(A('no', 'given').y)", "given"),
        ("class A(NamedTuple):\n  x: object\n  y: object\nreveal(A('no', 'given')[1])", "given"),
        (
            "class A(NamedTuple):\n  x: object\n  y: object\n_, y = A(1, 'given')\nreveal(y)",
            "given",
        ),
        ("class A(NamedTuple):\n  x: object\nfor x in A('given'):\n  reveal(x)", "given"),
        ("A = namedtuple('A', 'x y')\nreveal(A('no', 'given').y)", "given"),
        ("A = namedtuple('A', ['x', 'y'])\nreveal(A('no', y='given').y)", "given"),
        ("A = namedtuple('A', 'x, y', defaults=['own'])\nreveal(A('no').y)", "own"),
        ("A = NamedTuple('A', [('x', object)])\nreveal(A('given').x)", "given"),
    ],
)
def test_what_an_attribute_holds(code: str, held: str) -> None:
    (value,) = revealed(project_of({"m.py": f"{IMPORTS}{code}\n"}))
    assert [m.constant for m in members(value) if isinstance(m, Text)] == [held]


@pytest.mark.parametrize(
    "code",
    [
        "@dataclass(init=False)\nclass A:\n  x: object\nreveal(A('given').x)",
        "from other import Base\n@dataclass\nclass A(Base):\n  x: object\nreveal(A('given').x)",
        "A = namedtuple('A', names)\nreveal(A('given').x)",
        "class A(NamedTuple):\n  x: object\nx, y = A('given')\nreveal(y)",
    ],
)
def test_what_is_not_known(code: str) -> None:
    (value,) = revealed(project_of({"m.py": f"{IMPORTS}{code}\n"}))
    assert not any(isinstance(member, Text) for member in members(value))
