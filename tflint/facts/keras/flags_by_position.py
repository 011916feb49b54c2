"""Calls that Keras 3 refuses: of a layer that is given a flag or a number by position.

Such as whether it trains. Keras 3 takes tensors, arrays and ``None`` alone by position, and raises
``ValueError: Only input tensors may be passed as positional arguments``. Keras 2 takes what the layer's
``call`` takes.
"""

from __future__ import annotations

import ast

from tflint.api import knowledge
from tflint.facts.expressions.values import (
    BOOL,
    NONE,
    ExternalInstance,
    Instance,
    Number,
    Value,
    members,
)
from tflint.facts.graphs.project import Project
from tflint.syntax.definitions import default_of
from tflint.syntax.model import CallSite, Function

_FLAG = "training"
"""The parameter of ``call`` that Keras hands on to all layers inside, once somebody has given it."""


def needs_flags_by_position(project: Project) -> bool:
    """True for a program that gives layers flags or numbers by position: it is for Keras 2."""
    return project.remember(_gives_flags_by_position)


def _gives_flags_by_position(project: Project) -> bool:
    return any(
        _calls_layer(site, project)
        for module in project.relevant_modules
        for function in module.functions
        for site in function.calls
        if any(_is_plain(argument, function, project) for argument in site.node.args)
    )


def _is_plain(node: ast.expr, function: Function, project: Project) -> bool:
    """True for what is ``True``, ``False`` or a number of Python in some call at least."""
    if not _is_keras_flag(node, function):
        found = members(project.inference.value(node, function))
        return any(member == BOOL or isinstance(member, Number) for member in found)
    callers = project.inference.callers
    given = [callers.arguments(site, function).get(_FLAG) for site in callers.of(function)]
    return any(map(_is_bool, [default_of(function, _FLAG), *given])) or any(
        isinstance(argument, ast.Name) for argument in given
    )


def _is_keras_flag(node: ast.expr, function: Function) -> bool:
    """True for the parameter that may be None in all calls, since Keras gives what it likes."""
    if not (isinstance(node, ast.Name) and node.id == _FLAG and function.name == "call"):
        return False
    return _FLAG in {parameter.arg for parameter in function.parameters}


def _is_bool(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _calls_layer(site: CallSite, project: Project) -> bool:
    """True where what is called is a layer or model, but for ``None``, and has Keras's ``__call__``."""
    found = set(members(project.inference.value(site.node.func, site.function))) - {NONE}
    return bool(found) and all(_is_called_by_keras(value, project) for value in found)


def _is_called_by_keras(value: Value, project: Project) -> bool:
    classes = project.inference.classes
    match value:
        case Instance(definition=definition):
            own = classes.method_names(definition)
            return classes.is_layer(definition) and "__call__" not in own
        case ExternalInstance(name=name):
            return knowledge.KERAS_BASES.match(name) is not None
    return False
