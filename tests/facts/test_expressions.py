"""Expressions are compared part by part."""

from __future__ import annotations

import ast

import pytest

from tflint.syntax.expressions import are_same, are_same_in
from tflint.syntax.indexing import index_module


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("self.x", "self . x", True),
        ("self.x", "self.y", False),
        ("a.x", "b.x", False),
        ("x[1]", "x[ 1 ]", True),
        ("x[1]", "x[True]", False),
        ("x['a']", 'x["a"]', True),
        ("f(a, b=1)", "f(a, b=1)", True),
        ("f(a, b=1)", "f(a, c=1)", False),
        ("a < b", "a <= b", False),
        ("(a, b)", "[a, b]", False),
    ],
)
def test_expressions_are_the_same_when_their_parts_are(one: str, other: str, same: bool) -> None:
    assert are_same(parsed(one), parsed(other)) is same


def test_reading_and_setting_are_of_the_same_thing() -> None:
    statement = ast.parse("self.x = self.x").body[0]
    assert isinstance(statement, ast.Assign)
    assert are_same(statement.targets[0], statement.value)


def test_in_two_functions_names_must_be_the_same_variables() -> None:
    text = "shared = 1\ndef f():\n    own = shared\n    return own\ndef g():\n    own = 2\n    return own\n"
    module = index_module("a.py", "a", ast.parse(text), text)
    _, f, g = module.functions
    assert are_same_in(parsed("shared"), f, parsed("shared"), g)
    assert not are_same_in(parsed("own"), f, parsed("own"), g)
    assert are_same_in(parsed("own"), f, parsed("own"), f)
