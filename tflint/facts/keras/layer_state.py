"""Which calls make a Keras layer or model that owns Variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from tflint.api import knowledge
from tflint.api.lookup import record
from tflint.api.records import Effect
from tflint.facts.expressions.values import (
    UNKNOWN,
    ClassValue,
    ExternalInstance,
    Instance,
    Partial,
    Value,
    members,
)
from tflint.facts.graphs.constants import is_off
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.guards import is_conditional
from tflint.facts.order.creation import VARIABLES
from tflint.facts.programs.made_objects import MadeObjects
from tflint.syntax.model import CallSite, Class
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk

_SHAPES = frozenset({"batch_input_shape", "input_dim", "input_shape"})
_SEQUENTIAL = "keras.Sequential"
_LAYERS = "keras.layers."
_CHANGING = (
    "assign",
    "scatter",
    "gradient",
    "jacobian",
    "batch_jacobian",
    "minimize",
    "apply_gradients",
)
"""What the names of calls begin with that change Variables, or train them."""
_INITIALIZERS = "keras.initializers."


class LayerMade(NamedTuple):
    """A layer or model with state that a call makes.

    Attributes:
        name: as its class is called.
        is_at_once: whether making it makes its Variables; else its first call does, or ``build``.
        definition: its class, where the project defines it.
        is_sure: False where Keras 3 alone gives it state, and nothing says which Keras runs the code.
    """

    name: str
    is_at_once: bool
    definition: Class | None = None
    is_sure: bool = True


_Known = dict[Class, bool | None]


def layer_made(site: CallSite, context: Context) -> LayerMade | None:
    """The layer or model with state that a call makes, if it makes one."""
    return _layer_made(site, context, {})


def makes_weight(site: CallSite, context: Context) -> bool:
    """True for a call that makes a Variable to be trained: told so, or given what an initializer makes.

    One that its function changes, or takes a gradient by, serves that run alone.
    """
    if not context.names(site.node.func) & VARIABLES:
        return False
    if any(call.name.startswith(_CHANGING) for call in context.function.calls):
        return False
    given = {keyword.arg: keyword.value for keyword in site.node.keywords}
    match given.get("trainable"):
        case ast.Constant(value=bool(is_trainable)):
            return is_trainable
        case None:
            initial = given.get("initial_value", next(iter(site.node.args), None))
            return isinstance(initial, ast.Call) and any(
                isinstance(member, ExternalInstance) and member.name.startswith(_INITIALIZERS)
                for member in members(context.value(initial.func))
            )
        case _:
            return False


def gives_back_layer(context: Context) -> bool:
    """True for a tf.function that returns a layer or model: its first trace fails, since none can."""
    found = context.project.inference.returns(context.function) if context.is_entry else UNKNOWN
    return any(
        context.project.inference.classes.is_layer(member.definition)
        if isinstance(member, Instance)
        else isinstance(member, ExternalInstance)
        and (member.name.startswith(_LAYERS) or bool(knowledge.KERAS_MODELS.match(member.name)))
        for member in members(found)
    )


def is_built(made: LayerMade, site: CallSite, context: Context) -> bool | None:
    """Whether what a call makes comes to have its Variables; None where the code does not show that."""
    if made.is_at_once:
        return True
    uses, is_all = context.project.remember(MadeObjects).uses_of(site, made.definition)
    classes = context.project.inference.classes
    own = set() if made.definition is None else classes.method_names(made.definition)
    if uses.calls or not (knowledge.KERAS_BUILDERS | own - {"__init__"}).isdisjoint(
        uses.attributes
    ):
        return True
    return False if is_all else None


def _layer_made(site: CallSite, context: Context, known: _Known) -> LayerMade | None:
    for name in sorted(context.names(site.node.func)):
        if record(name).name == _SEQUENTIAL:
            return _sequential_made(site, context, known, name.rpartition(".")[2])
        if name.startswith(_LAYERS):
            last = name.removeprefix(_LAYERS)
            effect = record(_LAYERS + last.rpartition(".")[2]).effect
            if effect is Effect.VARIABLES:
                return LayerMade(last, True)
            if effect is Effect.WEIGHTS:
                return LayerMade(last, False)
            if effect is Effect.SEED_AND_WEIGHTS:
                return LayerMade(last, not context.project.uses_keras_2(context.module))
            if effect is Effect.SEED_VARIABLE and _makes_seed(site.node, context):
                is_sure = context.project.uses_keras_3(context.module)
                return LayerMade(last, True, is_sure=is_sure)
    for definition in _classes(context.value(site.node.func)):
        made = _state_made(definition, context, known)
        if made is not None:
            return LayerMade(definition.name, made, definition)
    return None


def _sequential_made(
    site: CallSite, context: Context, known: _Known, name: str
) -> LayerMade | None:
    """A model of layers in a row, which has the Variables of those that are made with it."""
    given: list[ast.expr] = [*site.node.args, *(keyword.value for keyword in site.node.keywords)]
    given += _added(site, context)
    found = [
        made
        for part in given
        for node in walk(part)
        if isinstance(node, (ast.Call, ast.Name))
        if isinstance(layer := written_out(node, site.function), ast.Call)
        for made in _made_there(layer, context, known)
    ]
    if not found:
        return None
    is_at_once = any(made.is_at_once for made in found) or any(map(_says_shape, given))
    return LayerMade(name, is_at_once)


def _added(site: CallSite, context: Context) -> Iterator[ast.expr]:
    """What is added in the same function to a model, by the name that it is given."""
    names = {
        target.id
        for node in walk(context.function.node)
        if isinstance(node, ast.Assign) and node.value is site.node
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for other in context.function.calls:
        match other.node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="add"), args=[layer]):
                if name in names:
                    yield layer


def _made_there(call: ast.Call, context: Context, known: _Known) -> Iterator[LayerMade]:
    """What a call makes, or the function that it calls."""
    site = context.function.site_of(call)
    if site is None:
        return
    made = _layer_made(site, context, known)
    if made is not None:
        yield made
        return
    for function in context.project.inference.callers.called(site):
        if function.name != "__init__" and function is not context.function:
            at_once = _creates(context.of(function), known)
            if at_once is not None:
                yield LayerMade(function.name, at_once)


def _says_shape(given: ast.expr) -> bool:
    """True where the first layer is told what it is given, so that all can be built."""
    return any(
        (isinstance(node, ast.keyword) and node.arg in _SHAPES)
        or (isinstance(node, ast.Call) and _last_name(node.func) in ("Input", "InputLayer"))
        for node in walk(given)
    )


def _last_name(node: ast.expr) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


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


def _state_made(definition: Class, context: Context, known: _Known) -> bool | None:
    """Whether a project layer has its Variables at once; None for one that makes none whenever it is made.

    ``known`` holds what was found of others on the way; a layer may hold others of its own class.
    """
    inference = context.project.inference
    if not inference.classes.is_layer(definition):
        return None
    if definition not in known:
        known[definition] = None
        found = [
            (method.name == "__init__") and at_once
            for base in inference.classes.bases(definition)
            if isinstance(base, Class)
            for method in (base.methods.get("__init__"), base.methods.get("build"))
            if method is not None
            for at_once in [_creates(context.of(method), known)]
            if at_once is not None
        ]
        known[definition] = any(found) if found else None
    return known[definition]


def _creates(context: Context, known: _Known) -> bool | None:
    """Whether a method makes Variables at once; None where it makes nothing with state at each call."""
    found: bool | None = None
    for site in context.function.calls:
        if is_conditional(site.block):
            continue
        if site.name == "add_weight" or context.names(site.node.func) & VARIABLES:
            return True
        made = _layer_made(site, context, known)
        if made is not None:
            if made.is_at_once:
                return True
            found = False
    return found
