"""Options that are off, because their default says so and no code at hand turns them on."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.finding import EntryKind
from tflint.project.arguments import bind_arguments
from tflint.project.guards import conditions_around
from tflint.project.inference import default_of, owner_of
from tflint.project.model import Block, CallSite, Class, Function
from tflint.rules.base import Context

_DEEPEST = 3
"""How many callers that only pass an option on are looked at."""


def is_off(node: ast.expr, context: Context) -> bool:
    """True for a constant, parameter or attribute that is false or zero."""
    return _is_off(node, context.function, context, _DEEPEST)


def is_asked_for(node: ast.AST, block: Block | None, context: Context) -> bool:
    """True where a test lets code run only when an argument asks for it, and none does.

    What objects are made with is another matter: those who use a class ask for what they like.
    """
    return any(
        _needs_option(test, outcome, context)
        for test, outcome in conditions_around(node, block, context.function)
    )


def _needs_option(test: ast.expr, outcome: bool, context: Context) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _needs_option(operand, not outcome, context)
        case ast.BoolOp(op=ast.And(), values=values) if outcome:
            return any(_needs_option(value, True, context) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values) if not outcome:
            return any(_needs_option(value, False, context) for value in values)
        case ast.Name():
            return outcome and is_off(test, context)
        case _:
            return False


def _is_off(node: ast.expr, function: Function, context: Context, depth: int) -> bool:
    match node:
        case ast.Constant(value=value):
            return not value
        case ast.Name(id=name):
            return _is_off_parameter(name, function, context, depth)
        case ast.Attribute(value=ast.Name(id=root), attr=attr) if root == function.self_name:
            return _is_off_attribute(attr, function, context, depth)
        case _:
            return False


def _is_off_attribute(attr: str, function: Function, context: Context, depth: int) -> bool:
    """True when all that is ever stored in an attribute of ``self`` are options that are off."""
    owner = owner_of(function)
    if owner is None:
        return False
    stores = [
        store
        for base in context.project.inference.bases(owner)
        if isinstance(base, Class)
        for store in base.stores.get(attr, ())
    ]
    return bool(stores) and all(
        store.binding.value is not None
        and not store.binding.path
        and _is_off(store.binding.value, store.function, context, depth)
        for store in stores
    )


def _is_off_parameter(name: str, function: Function, context: Context, depth: int) -> bool:
    """True for a parameter that no call turns on; Keras gives its methods what it likes."""
    default = default_of(function, name)
    if not isinstance(default, ast.Constant) or default.value:
        return False
    trace = context.project.tracing.trace(function)
    if trace is not None and trace.entry is function and trace.kind is not EntryKind.TF_FUNCTION:
        return False
    if any(binding.kind != "parameter" for binding in function.bindings.get(name, ())):
        return False
    return depth > 0 and all(
        _is_off(given, site.function, context, depth - 1)
        for given, site in _given(name, function, context)
    )


def _given(name: str, function: Function, context: Context) -> Iterator[tuple[ast.expr, CallSite]]:
    """What calls give a parameter; for a function that is part of a graph, calls that are too."""
    project = context.project
    trace = project.tracing.trace(function)
    is_entry = trace is not None and trace.entry is function
    for site in project.inference.call_sites(function):
        if trace is not None and not is_entry and project.tracing.trace(site.function) is None:
            continue
        bound = bind_arguments(site.node, function, project.inference.is_bound(site, function))
        if name in bound:
            yield bound[name], site
