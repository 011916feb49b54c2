"""Which expressions are the same, part by part and never as text; and which write a number out."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from typing import Any

from tflint.syntax.model import Function
from tflint.syntax.scopes import holder_of, written_out
from tflint.syntax.trees import walk

_MOST_STEPS = 8
"""Through how many expressions the items of a list are looked for."""
_MOST_TIMES = 100
"""How often a list may be repeated of which the items are told."""
_LEFT_OUT = frozenset({"ctx", "kind", "type_comment"})


def key_of(node: ast.AST) -> Hashable:
    """What two expressions have in common exactly when they are the same; whether they read or set
    does not count."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return (key_of(node.value), node.attr)
    if isinstance(node, ast.Constant):
        return (ast.Constant, type(node.value), repr(node.value))
    return (
        type(node).__name__,  # one for a node and for the compact one that stands for it
        *(_part(getattr(node, f, None)) for f in node._fields if f not in _LEFT_OUT),
    )


def _part(value: Any) -> Hashable:
    if isinstance(value, ast.AST):
        return key_of(value)
    if isinstance(value, list):
        return tuple(map(_part, value))
    return repr(value)


def are_same(one: ast.AST, other: ast.AST) -> bool:
    """True for expressions of one function that are written alike: ``self.x`` and ``self.x``."""
    if isinstance(one, ast.Attribute) and isinstance(other, ast.Attribute):
        return one.attr == other.attr and are_same(one.value, other.value)
    return key_of(one) == key_of(other)


def are_same_in(one: ast.AST, function: Function, other: ast.AST, there: Function) -> bool:
    """Like ``are_same`` for expressions of two functions: their names must be the same variables."""
    return are_same(one, other) and all(
        function is there or holder_of(name, function) is holder_of(name, there)
        for name in names_in(one)
    )


def names_in(node: ast.AST) -> set[str]:
    """The names that stand in an expression or statement."""
    return {part.id for part in walk(node) if isinstance(part, ast.Name)}


def names_along(node: ast.expr) -> tuple[str, ...]:
    """The names by which an attribute is reached, from the root on; none where it is not by names alone.

    For ``self.config.rate`` they are ``self``, ``config`` and ``rate``.
    """
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return (node.id, *reversed(names)) if isinstance(node, ast.Name) else ()


def written_items(
    node: ast.expr, function: Function, steps: int = _MOST_STEPS
) -> list[ast.expr] | None:
    """The items of a list or tuple that is written out, by itself or as a part, sum or multiple of such."""
    if not steps:
        return None

    def of(part: ast.expr) -> list[ast.expr] | None:
        return written_items(part, function, steps - 1)

    match written_out(node, function):
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return _joined(of(p.value) if isinstance(p, ast.Starred) else [p] for p in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined(map(of, (left, right)))
        case ast.BinOp(left=items, op=ast.Mult(), right=times):
            found, count = of(items), whole_number(times)
            return found * count if found and count is not None and count < _MOST_TIMES else None
        case ast.Subscript(value=items, slice=ast.Slice(lower=lower, upper=upper, step=None)):
            found = of(items)
            ends = [None if end is None else whole_number(end) for end in (lower, upper)]
            if found is None or ends.count(None) > [lower, upper].count(None):
                return None
            return found[slice(*ends)]
        case _:
            return None


def _joined(parts: Iterable[list[ast.expr] | None]) -> list[ast.expr] | None:
    found: list[ast.expr] = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


def whole_number(node: ast.expr) -> int | None:
    """A whole number that is written out."""
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case _:
            return None
