"""Tests of what type an argument has, and whether any call is known to give one of that type."""

from __future__ import annotations

import ast

from tflint.api.python import NO_TENSORS, TYPES
from tflint.facts.expressions.values import Number, Text, Value, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.symbolic import is_mostly_symbolic, is_symbolic, made_of
from tflint.syntax.definitions import default_of
from tflint.syntax.model import Block, CallSite, Function
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.scopes import written_name

_KINDS = {"str": Text, "int": Number, "float": Number}
"""Types of Python whose values are known as such, by their names."""


def is_of_a_type_nobody_gives(site: CallSite, context: Context) -> bool:
    """True under ``isinstance(files, str)``, where no call of the graph is known to give a string.

    Nor does the parameter have a default of that type.
    """
    function = context.function
    for test, outcome in conditions_around(site.node, site.block, function):
        for part, held in certain_parts(test, outcome, function):
            match part:
                case ast.Call(
                    func=ast.Name(id="isinstance"), args=[ast.Name(id=name), ast.Name(id=kind)]
                ) if held and kind in _KINDS and _is_as_given(name, part, function):
                    if not _is_given(name, _KINDS[kind], context):
                        return True
    return False


def is_of_another_type(node: ast.expr, at: ast.AST, block: Block | None, context: Context) -> bool:
    """True for what a test has found to be no tensor, as which alone it is known, or a key of that.

    ``for name in losses: names.append(name)`` under ``isinstance(losses, dict)``. What is known as
    a structure of tensors holds tensors, but its keys are none.
    """
    function = context.function
    asked = [
        name
        for test, outcome in conditions_around(at, block, function)
        for part, held in certain_parts(test, outcome, function)
        if held and (name := _no_tensor(part, function)) is not None
    ]
    no_tensors = {name.id for name in asked if is_symbolic(context.symbol(name))}
    if not no_tensors.isdisjoint(made_of(node, function)):
        return True
    structures = {name.id for name in asked if is_mostly_symbolic(context.symbol(name))}
    return isinstance(node, ast.Name) and _is_key(node.id, structures, function)


def _is_key(name: str, structures: set[str], function: Function) -> bool:
    """True for a variable to which loops alone give the keys of what is no list."""
    bindings = function.bindings.get(name, ())
    return bool(bindings) and all(
        binding.kind == "for"
        and not binding.path
        and isinstance(binding.value, ast.Name)
        and not structures.isdisjoint(made_of(binding.value, function))
        for binding in bindings
    )


def _no_tensor(test: ast.expr, function: Function) -> ast.Name | None:
    """The variable of which a test says, when it holds, that it is no tensor."""
    match test:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name() as asked, kinds]):
            every = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
            names = [written_name(kind, function) for kind in every]
            return asked if all(name in NO_TENSORS or name in TYPES for name in names) else None
        case _:
            return None


def _is_as_given(name: str, test: ast.expr, function: Function) -> bool:
    """True for a parameter that is given another value after a test at the earliest."""
    bindings = function.bindings.get(name, ())
    return any(binding.kind == "parameter" for binding in bindings) and all(
        binding.kind == "parameter" or getattr(binding.node, "lineno", 0) > test.lineno
        for binding in bindings
    )


def _is_given(name: str, kind: type[Text] | type[Number], context: Context) -> bool:
    def is_one(value: Value) -> bool:
        return any(isinstance(member, kind) for member in members(value))

    given = [
        caller.symbol(node)
        for node, caller in context.arguments_from_graphs(name)
        if node is not None
    ]
    default = default_of(context.function, name)
    return any(map(is_one, given)) or (default is not None and is_one(context.value(default)))
