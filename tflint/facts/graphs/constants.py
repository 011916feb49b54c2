"""Options that are off or on, because their default says so and no code at hand gives another."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence

from tflint.api.python import COMPARISONS
from tflint.facts.expressions.values import (
    NONE,
    Container,
    FunctionValue,
    Number,
    Simple,
    Text,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.finding import EntryKind
from tflint.syntax.definitions import default_of, owner_of
from tflint.syntax.model import Binding, Block, CallSite, Function
from tflint.syntax.path_conditions import any_condition

_DEEPEST = 3
"""How many callers that only pass an option on are looked at."""


def is_off(node: ast.expr, context: Context) -> bool:
    """True for a constant, parameter or attribute that is false or zero."""
    return holds(node, False, context)


def is_behind_unset_option(node: ast.AST, block: Block | None, context: Context) -> bool:
    """True where a test lets code run only when an argument asks for it, and none does.

    What objects are made with is another matter: those who use a class ask for what they like.
    """

    def is_option(test: ast.expr) -> bool:
        return isinstance(test, ast.Name) and is_off(test, context)

    return any_condition(
        block,
        node,
        context.function,
        ("unset", context.traced),
        lambda test, outcome: _needs_option(test, outcome, is_option),
    )


def is_optional(node: ast.AST, block: Block | None, context: Context) -> bool:
    """True where a test lets code run only for those who turn on what is off by default.

    An argument that is passed on says nothing; a call that gives ``True`` turns it on.
    """
    return any_condition(
        block,
        node,
        context.function,
        ("optional", context.traced),
        lambda test, outcome: _needs_option(
            test, outcome, lambda option: _is_off_by_default(option, context)
        ),
    )


def _needs_option(test: ast.expr, outcome: bool, is_option: Callable[[ast.expr], bool]) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _needs_option(operand, not outcome, is_option)
        case ast.BoolOp(op=ast.And(), values=values) if outcome:
            return any(_needs_option(value, True, is_option) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values) if not outcome:
            return any(_needs_option(value, False, is_option) for value in values)
        case ast.Name() | ast.Attribute():
            return outcome and is_option(test)
        case _:
            return False


def _is_off_by_default(test: ast.expr, context: Context) -> bool:
    """True for a parameter, or a parameter kept in ``self``, whose default is false."""
    function, name = context.function, ""
    if isinstance(test, ast.Name):
        name = test.id
    elif isinstance(test, ast.Attribute) and (owner := owner_of(function)) is not None:
        made_by = context.project.inference.instance_attribute(owner, "__init__")
        if isinstance(made_by, FunctionValue):
            function, name = made_by.function, test.attr.lstrip("_")
    default = default_of(function, name)
    return (
        isinstance(default, ast.Constant)
        and not default.value
        and not any(
            isinstance(given, ast.Constant) and given.value
            for given, _ in _given(name, function, context)
        )
    )


def constants(node: ast.expr, context: Context) -> frozenset[object] | None:
    """All that an expression may hold, where only constants are ever stored in it; None when unknown.

    Of a parameter, that is its default and what calls at hand give.
    """
    return _constants(node, context.function, context, _DEEPEST)


def holds(test: ast.expr, outcome: bool, context: Context) -> bool:
    """True for a test that always turns out this way: it asks about constants, or a tensor for None."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return holds(operand, not outcome, context)
        case ast.BoolOp(op=op, values=values):
            parts = (holds(value, outcome, context) for value in values)
            return all(parts) if isinstance(op, ast.And) is outcome else any(parts)
        case ast.Compare(
            left=ast.Name() as left,
            ops=[(ast.Is() | ast.IsNot()) as op],
            comparators=[ast.Constant(value=None)],
        ) if all(isinstance(m, _THINGS) and m != NONE for m in members(context.value(left))):
            return isinstance(op, ast.IsNot) is outcome
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            ours, theirs = constants(left, context), constants(right, context)
            if not ours or not theirs:
                return False
            return all(_compare(op, a, b) is outcome for a in ours for b in theirs)
        case _:
            known = constants(test, context)
            return bool(known) and all(bool(value) is outcome for value in known or ())


_THINGS = (Simple, Number, Text, Container)
"""Values that are there; of a parameter or an object less is known."""


def _compare(op: ast.cmpop, left: object, right: object) -> bool | None:
    try:
        return COMPARISONS[type(op)](left, right)
    except TypeError:
        return None


def _constants(
    node: ast.expr, function: Function, context: Context, depth: int
) -> frozenset[object] | None:
    match node:
        case ast.Constant(value=value):
            return frozenset({value})
        case ast.Name(id=name):
            return _of_name(name, function, context, depth)
        case ast.Attribute(value=ast.Name(id=root), attr=attr) if root == function.self_name:
            return _of_attribute(attr, function, context, depth)
        case _:
            return None


def _all(found: Iterable[frozenset[object] | None]) -> frozenset[object] | None:
    """Everything together, None where a part is unknown, or where there is no part."""
    together: set[object] = set()
    for part in found:
        if part is None:
            return None
        together |= part
    return frozenset(together) or None


def _of_attribute(
    attr: str, function: Function, context: Context, depth: int
) -> frozenset[object] | None:
    """What is ever stored in an attribute of ``self``."""
    owner = owner_of(function)
    if owner is None:
        return None
    return _all(
        None
        if store.binding.value is None or store.binding.kind != "assign" or store.binding.path
        else _constants(store.binding.value, store.function, context, depth)
        for store in context.project.inference.classes.stores(owner, attr)
    )


def _of_name(
    name: str, function: Function, context: Context, depth: int
) -> frozenset[object] | None:
    bindings = function.bindings.get(name, ())
    if any(binding.kind == "parameter" for binding in bindings):
        return _of_parameter(name, function, context, depth)
    if bindings and not function.is_module:
        return _stored(bindings)
    found = function.module.body.bindings.get(name, ())
    changed = function.module.global_bindings.get(name)
    if changed or _is_shadowed(name, function) or (len(found) != 1 and not function.is_module):
        return None
    return _stored(found)


def _stored(bindings: Sequence[Binding]) -> frozenset[object] | None:
    """The constants that assignments give a name; None where one gives it something else."""
    values = [
        binding.value
        for binding in bindings
        if binding.kind == "assign" and not binding.path and isinstance(binding.value, ast.Constant)
    ]
    if not values or len(values) != len(bindings):
        return None
    return frozenset(value.value for value in values)


def _is_shadowed(name: str, function: Function) -> bool:
    """True when a function around, short of the module, has a meaning for a name."""
    return any(
        name in scope.bindings
        for scope in function.scopes
        if scope is not function and not scope.is_module
    )


def _of_parameter(
    name: str, function: Function, context: Context, depth: int
) -> frozenset[object] | None:
    """The default of a parameter and what calls give it; Keras gives its methods what it likes."""
    default = default_of(function, name)
    if not isinstance(default, ast.Constant) or depth == 0:
        return None
    contexts = context.project.tracing.contexts(function)
    if any(c.is_entry and c.kind is not EntryKind.TF_FUNCTION for c in contexts):
        return None
    if any(binding.kind != "parameter" for binding in function.bindings.get(name, ())):
        return None
    given = (
        _constants(node, site.function, context, depth - 1)
        for node, site in _given(name, function, context)
    )
    return _all((frozenset({default.value}), *given))


def _given(name: str, function: Function, context: Context) -> Iterator[tuple[ast.expr, CallSite]]:
    """What calls give a parameter; for a function that is part of a graph, calls that are too."""
    project = context.project
    is_helper = project.tracing.is_traced(function) and not project.tracing.is_entry(function)
    for site in project.inference.callers.of(function):
        if is_helper and not project.tracing.is_traced(site.function):
            continue
        bound = project.inference.callers.arguments(site, function)
        if name in bound:
            yield bound[name], site
