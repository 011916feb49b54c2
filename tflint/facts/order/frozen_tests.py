"""Lines behind a test of what a trace asks once and for all, though it changes between calls."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Set

from tflint.facts.expressions.values import Instance, Value
from tflint.facts.graphs.context import Context
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Binding, Block
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.scopes import holder_of


def may_be_left_out(
    node: ast.AST, block: Block | None, frozen: Set[Hashable], context: Context
) -> bool:
    """True for a line that the graph may not have, by what a frozen value was when it was traced.

    Where the value that the constructor gives it lets the line pass, the graph has it. ``frozen`` are the
    names and attributes, by their keys; what a test asks beside them tells which way it goes, too.
    """
    return any(
        _may_fail(test, outcome, frozen, context)
        for test, outcome in conditions_around(node, block, context.function)
        if _asks_only(test, frozen)
    )


def _asks_only(test: ast.expr, frozen: Set[Hashable]) -> bool:
    """True for a test of frozen values alone, and of constants."""
    match test:
        case ast.Name() | ast.Attribute():
            return key_of(test) in frozen
        case ast.UnaryOp(op=ast.Not(), operand=asked):
            return _asks_only(asked, frozen)
        case ast.BoolOp(values=values):
            return all(_asks_only(value, frozen) for value in values)
        case ast.Compare(left=left, comparators=others):
            asked_of = [part for part in (left, *others) if not isinstance(part, ast.Constant)]
            return bool(asked_of) and all(_asks_only(part, frozen) for part in asked_of)
        case _:
            return False


def _may_fail(test: ast.expr, outcome: bool, frozen: Set[Hashable], context: Context) -> bool:
    parts = [*certain_parts(test, outcome, context.function)]
    known = [_holds_at_first(part, context) for part, _ in parts]
    return not parts or any(
        first is not holds for first, (_, holds) in zip(known, parts, strict=True)
    )


def _holds_at_first(part: ast.expr, context: Context) -> bool | None:
    """Whether a variable or attribute is true for what has just been made; None if that is not known."""
    match part:
        case ast.Name(id=name):
            scope = holder_of(name, context.function)
            bindings = [] if scope is None else scope.bindings.get(name, [])[:1]
        case ast.Attribute(value=owner, attr=attr):
            bindings = _made_with(context.value(owner), attr, context)
        case _:
            return None
    match [binding.written for binding in bindings]:
        case [ast.Constant(value=value)]:
            return bool(value)
        case _:
            return None


def _made_with(owner: Value, attr: str, context: Context) -> list[Binding]:
    """What the constructor of an object of one class gives an attribute, or else the class itself."""
    match owner:
        case Instance(definition=definition):
            stores = context.project.inference.classes.stores(definition, attr)
            made = [store.binding for store in stores if store.function.name == "__init__"]
            return made or definition.bindings.get(attr, [])
        case _:
            return []
