"""How messages show code."""

from __future__ import annotations

import ast

_LONGEST = 40


def shown(node: ast.expr) -> str:
    """An expression as it is written, or how it begins."""
    text = ast.unparse(node)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
