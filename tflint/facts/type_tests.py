"""Tests of what type an argument has, and whether any call is known to give one of that type."""

from __future__ import annotations

import ast

from tflint.facts.context import Context
from tflint.facts.values import Number, Text, Value, members
from tflint.syntax.definitions import default_of
from tflint.syntax.model import CallSite, Function
from tflint.syntax.path_conditions import certain_parts, conditions_around

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
