"""Which dimensions a ``keras.Input`` leaves open, and which layers are called on what comes of one.

Measured with Keras 2 and 3: a layer that is called on a symbolic tensor is traced there and then, with None
for each dimension that the input leaves open, the first one unless it is told a size of the batches.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import reduce

from tflint.api import knowledge
from tflint.facts.expressions.values import ClassValue, ExternalInstance, Instance, members
from tflint.facts.graphs.context import Context
from tflint.facts.shapes.openings import BY_INPUT, Dimension, Dimensions
from tflint.syntax.arguments import arguments_at, is_open
from tflint.syntax.blocks import part_at
from tflint.syntax.model import CallSite, Class
from tflint.syntax.scopes import written_out

_OF_STRATEGIES = ("run", "experimental_run_v2")
"""The methods of a strategy that call a function on each of its devices."""
_CALL = "call"
_LAYERS = "keras.layers."
_SEQUENTIAL = "keras.Sequential"
_OF_FUNCTIONS = frozenset({"keras.layers.Lambda"})
"""Layers that do what they are told, also to the first dimension."""
_WITH_BATCH = ("batch_shape", "batch_input_shape")
_OF_ANOTHER = ("tensor", "type_spec")
"""What tells the shape in other ways."""
_OWN_SHAPES = frozenset({"compute_output_shape", "compute_output_spec"})
"""Methods of which Keras 3 learns what a layer makes of a symbolic tensor, so that it need not call it."""


def input_dimensions(call: ast.Call, context: Context) -> Dimensions | None:
    """The dimensions of a ``keras.Input`` whose shape is written out, and which of them it leaves open."""
    if not _is_input(call, context):
        return None
    match arguments_at(call, _WITH_BATCH) or arguments_at(call, (0, "shape")):
        case [ast.Tuple(elts=sizes) | ast.List(elts=sizes)]:
            rest = map(_of_size, sizes)
            return tuple(rest) if arguments_at(call, _WITH_BATCH) else (_batch(call), *rest)
        case _:
            return None


def leaves_batch_open(call: ast.Call, context: Context) -> bool:
    """True for a ``keras.Input`` that does not say how many items its batches have."""
    return _is_input(call, context) and _batch(call) is BY_INPUT


def _is_input(call: ast.Call, context: Context) -> bool:
    return (
        context.names(call.func) == {knowledge.KERAS_INPUT}
        and not is_open(call)
        and not arguments_at(call, _OF_ANOTHER)
    )


def _batch(call: ast.Call) -> Dimension:
    """What leaves the first dimension of an input open."""
    match arguments_at(call, _WITH_BATCH):
        case [ast.Tuple(elts=[size, *_]) | ast.List(elts=[size, *_])]:
            return _of_size(size)
        case []:
            sizes = arguments_at(call, (1, "batch_size"))
            return _of_size(sizes[0]) if sizes else BY_INPUT
        case _:
            return None


def _of_size(size: ast.expr) -> Dimension:
    if not isinstance(size, ast.Constant):
        return None
    return BY_INPUT if size.value is None else False


def keeps_batch(func: ast.expr, context: Context) -> bool:
    """True for a layer of Keras's own, each of which leaves the first dimension as it is."""
    found = members(context.value(func))
    return all(
        isinstance(member, ExternalInstance)
        and member.name.startswith(_LAYERS)
        and member.name not in _OF_FUNCTIONS
        for member in found
    )


def given_to(name: str, context: Context) -> list[tuple[ast.expr | None, Context]]:
    """What each call gives a parameter, those of Keras's layers included, with where it stands."""
    function, callers = context.function, context.project.inference.callers
    if not context.is_entry:
        sites = [(site, context.of(site.function)) for site in callers.of(function)]
        called = [(callers.arguments(site, function).get(name), caller) for site, caller in sites]
        return [*called, *_given_by_strategies(name, context)]
    if function.name != _CALL or function.owner is None:
        return []
    if not context.project.inference.classes.is_layer(function.owner):
        return []
    called = [(callers.arguments(s, function).get(name), of) for s, of in _calls(context)]
    in_rows = _given_in_rows(function.owner, context) if function.places[1:2] == [name] else ()
    return [*called, *in_rows]


def _given_by_strategies(name: str, context: Context) -> Iterator[tuple[ast.expr | None, Context]]:
    """What ``strategy.run(step, args=(x,))`` gives a parameter of ``step``, None where it is not known."""
    function = context.function
    traced = context.project.tracing.traced(function)
    for way in dict.fromkeys(way for one in traced for way in one.ways):
        if way.site is None or way.argument is None or way.site.name not in _OF_STRATEGIES:
            continue
        given = None
        for together in arguments_at(way.site.node, (1, "args")):
            if name in function.places:
                place = function.places.index(name) - function.is_method
                given = part_at((place,), written_out(together, way.site.function))
        yield given, context.of(way.site.function)


def _calls(context: Context) -> Iterator[tuple[CallSite, Context]]:
    """Where a program calls the layers whose ``call`` a function is, and Keras traces it as it stands."""
    inference = context.project.inference
    for site in inference.callers.of(context.function):
        caller = context.of(site.function)
        called = [
            member.definition
            for member in members(inference.value(site.node.func, site.function))
            if isinstance(member, Instance)
        ]
        if _are_called(called, caller, context):
            yield site, caller


def _given_in_rows(owner: Class, context: Context) -> Iterator[tuple[ast.expr, Context]]:
    """What a ``keras.Sequential`` calls a layer on that is made where it is put in.

    It calls each on what the one before makes, as though that were written: ``Dense(3)(Input((4,)))``.
    """
    inference = context.project.inference
    for site in context.project.names.calls.get(owner.name, ()):
        caller = context.of(site.function)
        row = caller.parent(site.node)
        if not isinstance(row, (ast.List, ast.Tuple)) or row.elts[0] is site.node:
            continue
        around = caller.parent(row)
        around = caller.parent(around) if isinstance(around, ast.keyword) else around
        if not isinstance(around, ast.Call) or caller.names(around.func) != {_SEQUENTIAL}:
            continue
        made = [*members(inference.value(site.node.func, site.function))]
        if made == [ClassValue(owner)] and _are_called([owner], caller, context):
            first, *rest = row.elts[: row.elts.index(site.node)]
            yield reduce(_called_on, rest, first), caller


def _called_on(given: ast.expr, layer: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(layer, [given], []), layer)


def _are_called(layers: list[Class], caller: Context, context: Context) -> bool:
    """False for what says itself what it makes of a shape, where a functional model is put together.

    Keras 3 calls nothing of that.
    """
    says_itself = any(
        _OWN_SHAPES & context.project.inference.classes.method_names(one) for one in layers
    )
    return (
        caller.tracing is not None
        or not says_itself
        or context.project.uses_keras_2(context.module)
    )
