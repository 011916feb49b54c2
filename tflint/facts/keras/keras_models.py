"""Which expressions are Keras models, and which calls of theirs are Keras's own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.api.knowledge import KERAS_LOOPS
from tflint.facts.expressions.callers import Callers
from tflint.facts.expressions.values import (
    DATASET,
    ExternalInstance,
    Instance,
    Number,
    Value,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.own_training import ASKING, calls_around, takes_gradients
from tflint.syntax.definitions import own_attribute
from tflint.syntax.model import CallSite, Class, Function, Module, loops_around
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import written_out

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_ANY_MODEL = ExternalInstance("keras.Model")
_SIZE = "batch_size"
_SIZE_AT = {"predict": 1, "fit": 2, "evaluate": 2}
"""Which argument by position is the batch size of a model's method."""


def is_model(node: ast.expr, context: Context) -> bool:
    """True when an expression may be a Keras model."""
    return any(map(context.project.inference.classes.is_model, members(context.value(node))))


def calls_keras(func: ast.Attribute, context: Context) -> bool:
    """True for a method of what may be a Keras model, and of nothing that has one of its own.

    Of what is called a `keras.Model`, as that of a callback, nobody knows whether it is one of a class
    of the project, which may have one. What is taken out of a model as one of its layers, and has a
    method that models alone have, is one.
    """
    asked = context.project.inference.answering(context.value(func.value), func.attr)
    found = members(asked)
    if any(map(context.project.inference.classes.is_model, found)):
        return not any(_may_have_own(member, func.attr, context) for member in found)
    return func.attr in KERAS_LOOPS and _is_of_layers(func.value, func.attr, context)


def _is_of_layers(node: ast.expr, method: str, context: Context) -> bool:
    """True for ``gan.layers[1]`` and ``gan.get_layer(name)``, also by a name or attribute, of a model.

    Where a layer of the project has a method of that name itself, nobody knows.
    """
    node, context = _kept(node, context)
    match written_out(node, context.function):
        case ast.Subscript(value=ast.Attribute(attr="layers", value=holder), slice=place):
            is_one = not isinstance(place, ast.Slice)
        case ast.Call(func=ast.Attribute(attr="get_layer", value=holder)):
            is_one = True
        case _:
            return False
    return is_one and is_model(holder, context) and not _is_of_any_layer(method, context)


def _is_of_any_layer(method: str, context: Context) -> bool:
    """True where some layer or model of the project has a method itself."""
    return any(
        method in definition.methods
        for module in context.project.relevant_modules
        for definition in module.classes
        if context.project.inference.classes.is_layer(definition)
    )


def _kept(node: ast.expr, context: Context) -> tuple[ast.expr, Context]:
    """What an attribute of ``self`` holds that its class sets once, with where it does; else the same."""
    function = context.function
    attr = own_attribute(node, function)
    stores = function.owner.stores.get(attr, ()) if function.owner and attr else ()
    if len(stores) != 1 or stores[0].binding.written is None:
        return node, context
    return stores[0].binding.written, context.of(stores[0].function)


def runs_keras(loop: ast.AST, function: Function, callers: Callers) -> bool:
    """True where the turns of a loop have Keras run steps of a model, by whatever calls."""
    waiting = [site for site in function.calls if loop in loops_around(site.block)]
    seen: set[Function] = set()
    for site in waiting:  # which grows meanwhile
        called = callers.called(site)
        if site.name in KERAS_LOOPS and isinstance(site.node.func, ast.Attribute) and not called:
            return True
        waiting += [inner for one in called if one not in seen for inner in one.calls]
        seen.update(called)
    return False


def takes_its_own_steps(module: Module, project: Project) -> bool:
    """True for a file whose programs take all gradients themselves: they have Keras run no step of a model.

    But for ``predict`` in no loop, which is one pass over some data. Those who use a library may have it
    run some.
    """
    return takes_gradients(module, project) and not any(
        site.name not in ASKING or project.repetition.why_site(site)
        for site in calls_around(KERAS_LOOPS, module, project)
    )


def goes_over_dataset(data: ast.expr, context: Context) -> bool:
    """True for what is known to be a `tf.data.Dataset`: a model goes over all of it in one call."""
    return [*members(context.value(data))] == [DATASET]


def has_no_number_for_size(site: CallSite, context: Context) -> bool:
    """True where a model's method is given a float, or a list, for its batch size, at some turn.

    Keras raises, so what takes it is no method of Keras.
    """
    call, place = site.node, _SIZE_AT[site.name]
    given = [keyword.value for keyword in call.keywords if keyword.arg == _SIZE]
    return any(
        isinstance(size, (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp))
        or _may_be_float(size, context)
        for size in (*given, *call.args[place : place + 1])
    )


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


def _may_have_own(value: Value, method: str, context: Context) -> bool:
    if value == _ANY_MODEL:
        return _is_of_any_layer(method, context)
    return isinstance(value, Instance) and any(
        isinstance(base, Class) and method in base.methods
        for base in context.project.inference.classes.bases(value.definition)
    )
