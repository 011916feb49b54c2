"""Which expressions are Keras models, and which calls of theirs are Keras's own."""

from __future__ import annotations

import ast

from tflint.facts.context import Context
from tflint.facts.values import Instance, Value, members
from tflint.syntax.model import Class


def is_model(node: ast.expr, context: Context) -> bool:
    """True when an expression may be a Keras model."""
    return any(map(context.project.inference.classes.is_model, members(context.value(node))))


def calls_keras(func: ast.Attribute, context: Context) -> bool:
    """True for a method of what may be a Keras model, and of nothing that has one of its own."""
    found = members(context.value(func.value))
    return any(map(context.project.inference.classes.is_model, found)) and not any(
        _has_own(member, func.attr, context) for member in found
    )


def _has_own(value: Value, method: str, context: Context) -> bool:
    return isinstance(value, Instance) and any(
        isinstance(base, Class) and method in base.methods
        for base in context.project.inference.classes.bases(value.definition)
    )
