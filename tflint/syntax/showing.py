"""How messages show code."""

from __future__ import annotations

import ast

_LONGEST = 40


def as_written(node: ast.expr) -> str:
    """An expression as it is written, whole: to show it to people, never to compare it."""
    return ast.unparse(node)


def shown(node: ast.expr) -> str:
    """An expression as it is written, or how it begins."""
    text = as_written(node)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
