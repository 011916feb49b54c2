"""When a line happens among the lines of its function, as far as the text tells."""

from __future__ import annotations

import ast

EventPosition = tuple[int, int, bool]
"""When a line happens among the lines of its function: line, column, and whether a statement ends there."""


def position_of(node: ast.AST) -> EventPosition:
    """Where a node ends; a compound statement counts from where it starts."""
    if isinstance(
        node, (ast.For, ast.AsyncFor, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    ):
        return (node.lineno, node.col_offset, True)
    line = getattr(node, "end_lineno", None) or 0
    return (line, getattr(node, "end_col_offset", None) or 0, isinstance(node, ast.stmt))
