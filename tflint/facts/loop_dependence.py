"""Which names a loop changes, and which expressions read them."""

from __future__ import annotations

import ast

from tflint.api import knowledge
from tflint.syntax.trees import walk

_MUTATORS = frozenset().union(*knowledge.MUTATORS.values())


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


def filled_names(loop: ast.AST) -> set[str]:
    """Names of containers that a loop puts something into, or takes something out of."""
    found: set[str] = set()
    for part in walk(loop):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)):
                if attr in _MUTATORS:
                    found.add(name)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                found.add(name)
    return found
