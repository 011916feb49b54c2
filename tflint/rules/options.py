"""Options that are off unless someone asks for them."""

from __future__ import annotations

import ast

from tflint.project.guards import conditions_around
from tflint.project.inference import default_of, owner_of
from tflint.project.model import Block, Class, Function
from tflint.rules.base import Context


def is_off(node: ast.expr, context: Context) -> bool:
    """True for a constant, parameter or attribute that is false or zero unless someone says otherwise."""
    match node:
        case ast.Constant(value=value):
            return not value
        case ast.Name(id=name):
            return _is_off_parameter(name, context.function)
        case ast.Attribute(value=ast.Name(id=root), attr=attr):
            owner = owner_of(context.function)
            if owner is None or root != context.function.self_name:
                return False
            stores = [
                store
                for base in context.project.inference.bases(owner)
                if isinstance(base, Class)
                for store in base.stores.get(attr, ())
            ]
            return bool(stores) and all(
                isinstance(store.binding.value, ast.Name)
                and _is_off_parameter(store.binding.value.id, store.function)
                for store in stores
            )
        case _:
            return False


def is_asked_for(node: ast.AST, block: Block | None, context: Context) -> bool:
    """True where a test lets code run only when an option is on that is off by default."""
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
        case ast.Name() | ast.Attribute():
            return outcome and is_off(test, context)
        case _:
            return False


def _is_off_parameter(name: str, function: Function) -> bool:
    default = default_of(function, name)
    return (
        isinstance(default, ast.Constant)
        and not default.value
        and all(binding.kind == "parameter" for binding in function.bindings.get(name, ()))
    )
