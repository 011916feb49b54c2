"""How much code is looked at before syntax is said to be of a later Python."""

from __future__ import annotations

import pytest

from tflint.cst.newer_syntax import is_newer_syntax

NEWER = "{{**f'{{a}}' for a in {}}}"
"""What libcst parses, and no Python up to 3.14."""


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("b", True),
        ("b" + "\n" * 10, True),
        ("b" + "\n" * 14, False),  # lines
        ("b" * 560, True),
        ("b" * 600, False),  # characters
        ("[" * 30 + "b" + "]" * 30, True),
        ("[" * 45 + "b" + "]" * 45, False),  # brackets
    ],
)
def test_how_much_is_looked_at(inside: str, expected: bool) -> None:
    assert is_newer_syntax("import a\n" + NEWER.format(inside) + "\n", 2) is expected


def test_what_no_python_parses_is_not_newer() -> None:
    assert not is_newer_syntax("x = f'a' +\n", 1)
    assert not is_newer_syntax("def f[(x): pass\n", 1)
    assert not is_newer_syntax("x = 1 +\n", 1)


def test_patterns_that_libcst_takes_long_for_are_not_given_to_it() -> None:
    text = "match x:\n    case {}: {}\n"
    assert is_newer_syntax(text.format("[[[y]]]", NEWER.format("b")), 2)
    assert not is_newer_syntax(text.format("{1: " * 30 + "y" + "}" * 30, "f'{f'"), 2)
