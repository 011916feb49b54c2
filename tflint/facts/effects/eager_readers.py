"""What traced code makes, and hands to those who look at it in eager code alone."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.expressions.values import FunctionValue, members
from tflint.syntax.model import Function

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def is_read_in_eager_code(node: ast.expr, context: Context) -> bool:
    """True for an argument that the functions which it is given to never look at in a graph.

    They do so under ``if tf.executing_eagerly():`` alone, or hand it on to others that do.
    """
    return _is_given_to_eager_code(node, context, frozenset())


def _is_given_to_eager_code(
    node: ast.expr, context: Context, above: frozenset[tuple[Function, str]]
) -> bool:
    parent = context.parent(node)
    if isinstance(parent, (ast.keyword, ast.Starred)):
        parent = context.parent(parent)
    if not isinstance(parent, ast.Call) or parent.func is node:
        return False
    called = members(context.value(parent.func))
    return all(
        isinstance(member, FunctionValue)
        and (name := _parameter_for(node, parent, member.function, context)) is not None
        and _is_looked_at_in_eager_code(name, context.of(member.function), above)
        for member in called
    )


def _parameter_for(
    node: ast.expr, call: ast.Call, function: Function, context: Context
) -> str | None:
    """The parameter, ``*args`` among them, that an argument of a call lands in."""
    site, callers = context.function.site_of(call), context.project.inference.callers
    if (
        site is None
        or function not in callers.called(site)
        or isinstance(function.node, ast.Module)
    ):
        return None
    rest = function.node.args.vararg
    beyond = callers.arguments_beyond(site, function)
    if rest is not None and beyond is not None and any(part is node for part in beyond[0]):
        return rest.arg
    return callers.parameter_for(node, site, function)


def _is_looked_at_in_eager_code(
    name: str, context: Context, above: frozenset[tuple[Function, str]]
) -> bool:
    key = context.function, name
    return key in above or all(
        not _is_in_inner(use, context)
        and (
            context.escapes(*context.function.statement_of(use))
            or _is_given_to_eager_code(use, context, above | {key})
        )
        for use in context.uses(name)
    )


def _is_in_inner(use: ast.AST, context: Context) -> bool:
    """True for a use by a function, or class, that is defined in the one at hand."""
    node: ast.AST | None = context.parent(use)
    while node is not None and node is not context.function.node:
        if isinstance(node, _DEFINITIONS):
            return True
        node = context.parent(node)
    return False
