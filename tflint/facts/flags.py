"""Parameters left at their defaults unless a call says otherwise: ``def call(self, x, inverse=False)``.

What stands under ``if inverse:`` is in no graph unless code of the graph turns it on. Keras does not, when
it calls a layer to trace it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tflint.syntax.definitions import defaults_of
from tflint.syntax.model import Block, Function
from tflint.syntax.path_conditions import conditions_around

_GIVEN_BY_KERAS = "training"
Flags = frozenset[tuple[str, bool]]
"""Parameters, each with its default."""
NO_FLAGS: Flags = frozenset()


def flags_of(function: Function) -> Flags:
    """Parameters that are True or False by default, and stay what the call says."""
    return frozenset(
        (name, default.value)
        for name, default in defaults_of(function)
        if isinstance(default, ast.Constant)
        and isinstance(default.value, bool)
        and name != _GIVEN_BY_KERAS
        and len(function.bindings[name]) == 1
    )


def turned(arguments: Mapping[str, ast.expr], flags: Flags, left: Flags) -> Flags:
    """Which of the flags of a called function a call turns.

    ``arguments`` are what it gives the parameters, ``left`` the flags of the caller that are left there.
    """
    return frozenset(
        (name, default)
        for name, default in flags
        if name in arguments and not leaves(arguments[name], default, left)
    )


def leaves(argument: ast.expr, default: bool, left: Flags = NO_FLAGS) -> bool:
    """True for what leaves a flag at its default: the same, and flags of the caller that are left at it."""
    match argument:
        case ast.Constant(value=value):
            return bool(value) is default
        case ast.Name(id=name):
            return (name, default) in left
        case _:
            return False


def needs_turn(statement: ast.AST, block: Block | None, function: Function, left: Flags) -> bool:
    """True where a line is reached only when one of these flags is turned."""
    return bool(left) and any(
        never(test, outcome, left)
        for test, outcome in conditions_around(statement, block, function)
    )


def never(test: ast.expr, outcome: bool, left: Flags) -> bool:
    """True for a test that does not turn out this way with these flags left at their defaults."""
    match test:
        case ast.Name(id=name):
            return (name, not outcome) in left
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return never(operand, not outcome, left)
        case ast.BoolOp(op=op, values=values):
            # All parts of `and` are true when it is, and one is false when it is not; `or` the other way.
            some = any if isinstance(op, ast.And) is outcome else all
            return some(never(value, outcome, left) for value in values)
        case _:
            return False
