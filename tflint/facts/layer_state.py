"""Which calls make a Keras layer or model that owns Variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.api.lookup import record
from tflint.api.records import Effect
from tflint.facts.constants import is_off
from tflint.facts.context import Context
from tflint.facts.creation import VARIABLES
from tflint.facts.guards import is_conditional
from tflint.facts.values import ClassValue, Partial, Value, members
from tflint.syntax.model import CallSite, Class

_SEQUENTIAL = "keras.Sequential"
_LAYERS = "keras.layers."


def layer_made(site: CallSite, context: Context) -> str | None:
    """The name of the layer or model with state that a call makes, if it makes one."""
    return _layer_made(site, context, frozenset())


def _layer_made(site: CallSite, context: Context, asked: frozenset[Class]) -> str | None:
    for name in sorted(context.names(site.node.func)):
        if record(name).name == _SEQUENTIAL:
            return name.rpartition(".")[2]
        if name.startswith(_LAYERS):
            last = name.removeprefix(_LAYERS)
            effect = record(_LAYERS + last.rpartition(".")[2]).effect
            if effect is Effect.VARIABLES:
                return last
            if effect is Effect.SEED_VARIABLE and _makes_seed(site.node, context):
                return last
    for definition in _classes(context.value(site.node.func)):
        if _makes_state(definition, context, asked):
            return definition.name
    return None


def _classes(callee: Value) -> Iterator[Class]:
    """The project's classes that a call of a value makes an object of."""
    for member in members(callee):
        if isinstance(member, ClassValue):
            yield member.definition
        elif isinstance(member, Partial):
            yield from _classes(member.inner)


def _makes_seed(call: ast.Call, context: Context) -> bool:
    """True for a random layer that owns a Variable: not in Keras 2, and not where the rate is zero."""
    rates = [*call.args[:1], *(k.value for k in call.keywords if k.arg in ("rate", "stddev"))]
    if any(is_off(rate, context) for rate in rates):
        return False
    return not context.project.uses_keras_2(context.module)


def _makes_state(definition: Class, context: Context, asked: frozenset[Class]) -> bool:
    """True for a project layer that makes weights, or layers with weights, whenever it is made.

    ``asked`` are the layers it is a part of, since a layer may hold others of its own class.
    """
    inference = context.project.inference
    if definition in asked or not inference.classes.is_layer(definition):
        return False
    return any(
        _creates(context.of(method), asked | {definition})
        for base in inference.classes.bases(definition)
        if isinstance(base, Class)
        for method in (base.methods.get("__init__"), base.methods.get("build"))
        if method is not None
    )


def _creates(context: Context, asked: frozenset[Class]) -> bool:
    """True for a method that makes something with state each time it runs."""
    for site in context.function.calls:
        if is_conditional(site.block):
            continue
        if site.name == "add_weight" or context.names(site.node.func) & VARIABLES:
            return True
        if _layer_made(site, context, asked) is not None:
            return True
    return False
