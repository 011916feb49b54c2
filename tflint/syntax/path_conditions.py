"""Path conditions: the tests that decide whether a line is reached, and how they turned out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator

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
    question: Hashable,
    holds: Callable[[ast.expr, bool], bool],
) -> bool:
    """Like ``any`` over ``conditions_around``; what tests answer to ``question`` is remembered.

    So ``holds`` must mean the same whenever the question has the same name. All lines of an arm
    stand under the same tests, but for those that leave the arm before them.
    """
    line = getattr(statement, "lineno", 0)
    if block is None:
        return _exits(statements_of(function), function).any_before(line, question, holds)
    exits = _exits(block.siblings, function)
    around = None if exits is _NO_EXITS else exits.around.get(question)
    if around is None:
        around = any(holds(test, outcome) for test, outcome in _test_of(block)) or any_condition(
            block.parent, _last_of(block, statement), function, question, holds
        )
        if exits is not _NO_EXITS:
            exits.around[question] = around
    return around or exits.any_before(line, question, holds)


def is_dead(statement: ast.AST, block: Block | None, function: Function) -> bool:
    """True for a line that nothing reaches: behind what leaves its row in any case, or in ``if False:``."""
    return any_condition(
        block,
        statement,
        function,
        "dead",
        lambda test, outcome: isinstance(test, ast.Constant) and bool(test.value) is not outcome,
    )


def _last_of(block: Block, statement: ast.AST) -> ast.AST:
    """What begins where all has ended that may leave before a block does: what the block is an arm of."""
    return block.node if hasattr(block.node, "lineno") else statement


def certain_parts(
    test: ast.expr, outcome: bool, function: Function, depth: int = 3
) -> Iterator[tuple[ast.expr, bool]]:
    """The tests that must have turned out some way when a test turned out this way, each with its own.

    ``not a`` is a test of ``a``, ``a and b`` (or ``a & b``) that held one of both, and a local name that
    is given a value once one of that value.
    """
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from certain_parts(operand, not outcome, function, depth)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) is outcome:
            for value in values:
                yield from certain_parts(value, outcome, function, depth)
        case ast.BinOp(left=left, op=ast.BitAnd(), right=right) if outcome:
            for value in (left, right):
                yield from certain_parts(value, outcome, function, depth)
        case ast.Name(id=name) if depth and len(function.bindings.get(name, ())) == 1:
            yield test, outcome
            binding = function.bindings[name][0]
            if binding.kind == "assign" and binding.value is not None and not binding.path:
                yield from certain_parts(binding.value, outcome, function, depth - 1)
        case _:
            yield test, outcome


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
        is_of_file = function.is_module and statements is statements_of(function)
        known = function.exits[id(statements)] = Exits(statements, is_of_file=is_of_file)
    return known


def tests_around(statement: ast.AST, block: Block | None, function: Function) -> Iterator[ast.expr]:
    """Like ``conditions_around``, whatever their outcome."""
    for test, _ in conditions_around(statement, block, function):
        yield test


def statements_of(function: Function) -> list[ast.stmt]:
    """The statements of a body; none in a lambda."""
    return [] if isinstance(function.node, ast.Lambda) else function.node.body
