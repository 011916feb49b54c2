"""Symbolic tensors of functional models: the inputs, and what layers make of these."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.expressions.functional_inputs import holds_input
from tflint.facts.expressions.values import ExternalInstance, Instance, Value
from tflint.syntax.model import Binding, Function
from tflint.syntax.reaching import reaching

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

_OF_MODELS = frozenset({"input", "output"})
"""Attributes of models that are such tensors."""


def holds_layer_output(name: str, scope: Function, inference: Inference) -> bool:
    """True for a variable of a scope that some line gives a symbolic tensor: a node of a model, no value.

    What reads it means that node, for as long as the model lives, whatever the name is given later.
    """
    refused: set[Binding] = set()
    for binding in scope.bindings.get(name, ()):
        if binding.written is not None:
            if _is_layer_output(binding.written, scope, inference, refused):
                return True
            refused.add(binding)
    return False


def _is_layer_output(
    node: ast.expr, function: Function, inference: Inference, refused: set[Binding]
) -> bool:
    """True for what layers make of the inputs of a model, whichever way a program comes to it.

    What makes it of one of the bindings ``refused``, known to give something else, does not.
    """
    waiting, seen, is_from_input = [node], set[Binding](), False
    for part in waiting:  # which grows meanwhile
        match part:
            case ast.Name(id=name):
                bindings = reaching(name, part, function)
                written = [b.written for b in bindings if b not in seen and b.written is not None]
                if not bindings or any(b.written is None or b in refused for b in bindings):
                    return False
                seen.update(bindings)
                waiting += written
            case ast.List(elts=[first, *_]) | ast.Tuple(elts=[first, *_]):
                waiting.append(first)
            case ast.Call(func=func, args=[given, *_]) if _is_layer(
                inference.value(func, function), inference
            ):
                waiting.append(given)
            case _:
                if not _is_input(part, function, inference):
                    return False
                is_from_input = True
    return is_from_input


def _is_input(node: ast.expr, function: Function, inference: Inference) -> bool:
    """True for ``keras.Input(...)``, and for where a model ends or begins."""
    match node:
        case ast.Attribute(value=owner, attr=attr) if attr in _OF_MODELS:
            return inference.classes.is_model(inference.value(owner, function))
    return holds_input(inference.value(node, function))


def _is_layer(value: Value, inference: Inference) -> bool:
    """True for what is known to be a layer or a model, which gives symbolic tensors for such."""
    match value:
        case ExternalInstance(name=name) if name.startswith("keras.layers."):
            return True
        case Instance(definition=definition):
            return inference.classes.is_layer(definition)
    return inference.classes.is_model(value)
