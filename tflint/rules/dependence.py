"""Which names a loop changes, and which expressions read them."""

from __future__ import annotations

import ast

from tflint.project.trees import walk


def changing_names(loop: ast.AST) -> set[str]:
    """Names that a loop binds: its targets, and what its body assigns."""
    if isinstance(loop, ast.comprehension):
        return {part.id for part in walk(loop.target) if isinstance(part, ast.Name)}
    return {
        part.id
        for part in walk(loop)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }


def reads_any(node: ast.AST, names: set[str]) -> bool:
    """True when an expression reads one of the names."""
    return any(isinstance(part, ast.Name) and part.id in names for part in walk(node))
