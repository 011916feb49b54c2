"""Parameters that are off unless a call turns them on: ``def call(self, x, inverse=False)``.

What stands under ``if inverse:`` is in no graph unless code of the graph turns it on. Keras does not, when
it calls a layer to trace it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tflint.project.guards import conditions_around
from tflint.project.model import Block, Function

_GIVEN_BY_KERAS = "training"


def flags_of(function: Function) -> frozenset[str]:
    """Parameters that are False by default, and stay what the call says."""
    if isinstance(function.node, ast.Module):
        return frozenset()
    arguments = function.node.args
    positional = (*arguments.posonlyargs, *arguments.args)
    defaults = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return frozenset(
        argument.arg
        for argument, default in defaults
        if isinstance(default, ast.Constant)
        and default.value is False
        and argument.arg != _GIVEN_BY_KERAS
        and len(function.bindings[argument.arg]) == 1
    )


def turned_on(
    arguments: Mapping[str, ast.expr], flags: frozenset[str], off: frozenset[str]
) -> frozenset[str]:
    """Which of the flags of a called function a call turns on.

    ``arguments`` are what it gives the parameters, ``off`` the flags of the caller that are off there.
    """
    return frozenset(name for name in flags & arguments.keys() if not is_off(arguments[name], off))


def is_off(argument: ast.expr, off: frozenset[str] = frozenset()) -> bool:
    """True for what leaves a flag off: False and its like, and flags of the caller that are off."""
    match argument:
        case ast.Constant(value=value):
            return not value
        case ast.Name(id=name):
            return name in off
        case _:
            return False


def needs(statement: ast.AST, block: Block | None, function: Function, off: frozenset[str]) -> bool:
    """True where a line is reached only when one of these flags is on."""
    return any(
        needs_for(test, outcome, off)
        for test, outcome in conditions_around(statement, block, function)
    )


def needs_for(test: ast.expr, outcome: bool, off: frozenset[str]) -> bool:
    """True for a test that turns out this way only when one of these flags is on."""
    match test:
        case ast.Name(id=name):
            return outcome and name in off
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return needs_for(operand, not outcome, off)
        case ast.BoolOp(op=op, values=values):
            # All parts of `and` are true when it is, and one is false when it is not; `or` the other way.
            some = any if isinstance(op, ast.And) is outcome else all
            return some(needs_for(value, outcome, off) for value in values)
        case _:
            return False
