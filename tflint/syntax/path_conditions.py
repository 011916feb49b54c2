"""Path conditions: the tests that decide whether a line is reached, and how they turned out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from tflint.syntax.exits import Exits
from tflint.syntax.model import Block, Function, outward

_NO_EXITS = Exits([])


def conditions_around(
    statement: ast.AST, block: Block | None, function: Function
) -> Iterator[tuple[ast.expr, bool]]:
    """The tests that a line stands under, and those that may have left before it, as they turned out."""
    line = getattr(statement, "lineno", 0)
    for around in outward(block):
        yield from _test_of(around)
        yield from _exits(around.siblings, function).before(line)
    yield from _exits(statements_of(function), function).before(line)


def any_condition(
    block: Block | None,
    statement: ast.AST,
    function: Function,
    question: str,
    holds: Callable[[ast.expr, bool], bool],
) -> bool:
    """Like ``any`` over ``conditions_around``; what tests that leave answer to ``question`` is remembered.

    So ``holds`` must mean the same whenever the question has the same name.
    """
    line = getattr(statement, "lineno", 0)
    return any(
        any(holds(test, outcome) for test, outcome in _test_of(around))
        or _exits(around.siblings, function).any_before(line, question, holds)
        for around in outward(block)
    ) or _exits(statements_of(function), function).any_before(line, question, holds)


def _test_of(block: Block) -> Iterator[tuple[ast.expr, bool]]:
    if isinstance(block.node, (ast.If, ast.IfExp)):
        yield block.node.test, block.arm == "body"
    elif block.arm in ("and", "or") and isinstance(block.node, ast.expr):
        yield block.node, block.arm == "and"


def _exits(statements: list[ast.stmt], function: Function) -> Exits:
    if not statements:  # an expression's block, which may not live long enough to have an ``id``
        return _NO_EXITS
    known = function.exits.get(id(statements))
    if known is None:
        known = function.exits[id(statements)] = Exits(statements)
    return known


def tests_around(statement: ast.AST, block: Block | None, function: Function) -> Iterator[ast.expr]:
    """Like ``conditions_around``, whatever their outcome."""
    for test, _ in conditions_around(statement, block, function):
        yield test


def statements_of(function: Function) -> list[ast.stmt]:
    """The statements of a body; none in a lambda."""
    return [] if isinstance(function.node, ast.Lambda) else function.node.body
