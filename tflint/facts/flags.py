"""Flags: parameters that are True or False by default, as in ``def call(self, x, inverse=False)``.

What stands under ``if inverse:`` is in no graph unless a call in a graph gives the flag another value.
Keras does not, when it calls a layer to trace it.
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


def overridden(arguments: Mapping[str, ast.expr], flags: Flags, at_default: Flags) -> Flags:
    """Which of the flags of a called function a call may give another value than their default.

    ``arguments`` are what it gives the parameters, ``at_default`` the flags of the caller that are at
    theirs.
    """
    return frozenset(
        (name, default)
        for name, default in flags
        if name in arguments and not is_default(arguments[name], default, at_default)
    )


def is_default(argument: ast.expr, default: bool, at_default: Flags = NO_FLAGS) -> bool:
    """True for an argument that is as good as none: the default, and flags of the caller that are at it."""
    match argument:
        case ast.Constant(value=value):
            return bool(value) is default
        case ast.Name(id=name):
            return (name, default) in at_default
        case _:
            return False


def is_unreachable(
    statement: ast.AST, block: Block | None, function: Function, at_default: Flags
) -> bool:
    """True where a line is reached only when one of these flags has another value than its default."""
    return bool(at_default) and any(
        is_excluded(test, outcome, at_default)
        for test, outcome in conditions_around(statement, block, function)
    )


def is_excluded(test: ast.expr, outcome: bool, at_default: Flags) -> bool:
    """True for an outcome that a test does not have with these flags at their defaults."""
    match test:
        case ast.Name(id=name):
            return (name, not outcome) in at_default
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return is_excluded(operand, not outcome, at_default)
        case ast.BoolOp(op=op, values=values):
            # All parts of `and` are true when it is, and one is false when it is not; `or` the other way.
            some = any if isinstance(op, ast.And) is outcome else all
            return some(is_excluded(value, outcome, at_default) for value in values)
        case _:
            return False
