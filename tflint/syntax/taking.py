"""Whether anybody takes what an iterator gives."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tflint.syntax.model import IndirectCall
from tflint.syntax.trees import called_name, walk


def is_taken(site: IndirectCall) -> bool:
    """False where nobody takes what ``map`` or one of its like gives, or one item: ``next(map(f, xs))``.

    Then no loop runs. What is handed on may be taken elsewhere.
    """
    maker, function = site.maker, site.function
    statement: ast.AST = function.node
    if not isinstance(statement, ast.Lambda):
        statement, _ = function.statement_of(site.node)
    match statement:
        case ast.Expr(value=ast.Call(func=func)) if func is maker:
            return False
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func))
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=func))
        ) if func is maker:
            parts = list(walk(function.node))
            uses = [p for p in parts if isinstance(p, ast.Name) and isinstance(p.ctx, ast.Load)]
            return _taken_more_than_once([use for use in uses if use.id == name], parts)
    iterators = [part for part in walk(statement) if getattr(part, "func", None) is maker]
    return _taken_more_than_once(iterators, walk(statement))


def _taken_more_than_once(iterators: Iterable[ast.AST], parts: Iterable[ast.AST]) -> bool:
    """True where one of some expressions is used in another way than ``next`` does."""
    once = {id(given) for part in parts for given in _given_to_next(part)}
    return any(id(each) not in once for each in iterators)


def _given_to_next(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Call) and called_name(node.func) == "next":
        return node.args[:1]
    return []
