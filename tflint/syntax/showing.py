"""How messages show code."""

from __future__ import annotations

import ast

LONGEST = 40
"""How much code is shown in the midst of a message."""


def as_written(node: ast.expr) -> str:
    """An expression as it is written, whole: to show it to people, never to compare it."""
    try:
        return ast.unparse(node)
    except ValueError:  # a number of more digits than Python writes
        return "..."


def shown_number(number: int) -> str:
    """A count in digits, as far as these tell people something."""
    return str(number) if number < 10**15 else "more than 10**15"


def shown(node: ast.expr) -> str:
    """An expression as it is written, or how it begins."""
    text = as_written(node)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
