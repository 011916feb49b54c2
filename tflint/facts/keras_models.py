"""Which expressions are Keras models, and which calls of theirs are Keras's own."""

from __future__ import annotations

import ast

from tflint.api import knowledge
from tflint.facts.context import Context
from tflint.facts.project import Project
from tflint.facts.values import UNKNOWN, Instance, Number, Value, members
from tflint.syntax.model import CallSite, Class
from tflint.syntax.reaching import reaching

_SIZE = "batch_size"
_SIZE_AT = {"predict": 1, "fit": 2, "evaluate": 2}
"""Which argument by position is the batch size of a model's method."""


def is_model(node: ast.expr, context: Context) -> bool:
    """True when an expression may be a Keras model."""
    return any(map(context.project.inference.classes.is_model, members(context.value(node))))


def calls_keras(func: ast.Attribute, context: Context) -> bool:
    """True for a method of what may be a Keras model, and of nothing that has one of its own."""
    found = members(context.value(func.value))
    return any(map(context.project.inference.classes.is_model, found)) and not any(
        _has_own(member, func.attr, context) for member in found
    )


def runs_loops_of_keras(project: Project) -> bool:
    """True for a program that asks what may be a model for one of Keras's own loops."""
    return project.remember(_runs_loops_of_keras)


def _runs_loops_of_keras(project: Project) -> bool:
    return any(
        member == UNKNOWN or project.inference.classes.is_model(member)
        for name in sorted(knowledge.KERAS_LOOPS)
        for site in project.names.calls.get(name, ())
        if isinstance(site.node.func, ast.Attribute)
        for member in members(project.inference.value(site.node.func.value, site.function))
    )


def has_float_for_size(site: CallSite, context: Context) -> bool:
    """True where a model's method is given a float for its batch size, at some turn: that raises."""
    call, place = site.node, _SIZE_AT[site.name]
    given = [keyword.value for keyword in call.keywords if keyword.arg == _SIZE]
    return any(_may_be_float(size, context) for size in (*given, *call.args[place : place + 1]))


def _may_be_float(node: ast.expr, context: Context) -> bool:
    """True for a float that is written out, by itself or in a list that a loop goes over."""
    items = [node]
    if isinstance(node, ast.Name):
        for binding in reaching(node.id, node, context.function):
            if binding.kind == "for" and not binding.path:
                items += getattr(binding.value, "elts", ())
    return any(
        isinstance(member, Number) and isinstance(member.constant, float)
        for item in items
        for member in members(context.value(item))
    )


def _has_own(value: Value, method: str, context: Context) -> bool:
    return isinstance(value, Instance) and any(
        isinstance(base, Class) and method in base.methods
        for base in context.project.inference.classes.bases(value.definition)
    )
