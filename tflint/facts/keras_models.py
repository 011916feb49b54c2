"""Which expressions are Keras models."""

from __future__ import annotations

import ast

from tflint.api import knowledge
from tflint.facts.context import Context
from tflint.facts.values import ExternalInstance, Instance, members


def is_model(node: ast.expr, context: Context) -> bool:
    """True when an expression may be a Keras model."""
    for member in members(context.value(node)):
        if isinstance(member, ExternalInstance) and knowledge.KERAS_MODELS.match(member.name):
            return True
        if isinstance(member, Instance):
            names = context.project.inference.classes.base_names(member.definition)
            if any(knowledge.KERAS_MODELS.match(name) for name in names):
                return True
    return False
