"""Which tensors have rows of which no graph knows the number: those of a ``keras.Input``, of datasets, and
what values say the length of.

Measured with Keras 2 and 3: a ``keras.Input`` leaves its first dimension open unless it is told a size, and
a dataset that of its batches unless it drops what remains. ``fit`` and ``evaluate`` of a model trace its
steps by what the dataset says of them, as a loop over it in a graph does, and what is given to ``map``.
Eager loops take batches out of it whose sizes are known. Of ``tf.where(mask)`` and its like a graph never
knows how many rows they give.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final

from tflint.api.lookup import record
from tflint.api.records import words
from tflint.facts.expressions.values import (
    DATASET,
    UNKNOWN,
    Container,
    Instance,
    is_number,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.facts.programs.option_flags import OFF, OptionFlags
from tflint.facts.shapes.keras_inputs import given_to, keeps_batch, leaves_batch_open
from tflint.facts.shapes.openings import BY_DATASET, BY_INPUT, Opening
from tflint.facts.shapes.rows import opened_by_mask, opened_by_values, with_the_rows_of
from tflint.finding import EntryKind
from tflint.syntax.arguments import arguments_at, is_open
from tflint.syntax.blocks import part_at
from tflint.syntax.definitions import own_attribute, owner_of
from tflint.syntax.expressions import are_same
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, returned, written_out


class _Step(Enum):
    """What leads to a part of something beside an index or a key."""

    ITEM = "each item of a dataset"
    REST = "what a starred name takes"


_Path = tuple[int | str | _Step, ...]
"""Which part of something is asked for, by what leads to it."""
_ITEM: Final = _Step.ITEM

_DEEPEST = 4
"""How many calls may stand between the tensor and what makes it."""
_MOST_STEPS = 12
"""How many expressions may stand between a parameter and the tensor."""
_CALL = "call"
_RUNS: Final = (
    ("train_step", "fit", (0, "x")),
    ("test_step", "evaluate", (0, "x")),
    ("test_step", "fit", ("validation_data",)),
)
"""The steps of a model, with the method that runs them, and which of its arguments is the data."""
_BATCHING = {"batch": 1, "padded_batch": 3}
"""Methods that make batches, with the place of ``drop_remainder``."""
_SAME_ITEMS = words(
    "cache filter ignore_errors prefetch repeat shard shuffle skip snapshot take take_while with_options"
)
"""Methods that give the items of a dataset, or some of them, as they are."""
_OF_ITEMS = ("map", "filter")
"""Methods that have a function traced with an item."""
_FROM_FILES = words(
    """
    audio_dataset_from_directory image_dataset_from_directory text_dataset_from_directory
    timeseries_dataset_from_array
    """
)
"""Functions of Keras that make batches, the last of them as long as what remains."""
_OF_ANOTHER_LIBRARY = ("format",)
"""What asks such a function for a dataset that is not of TensorFlow."""
_ENUMERATE = "builtins.enumerate"
_ITER = "builtins.iter"
_NEXT = "builtins.next"
_DISTRIBUTE = "experimental_distribute_dataset"
"""The method of a strategy that deals out the items of a dataset, each batch in parts of any size."""
_UNPACKING = "keras.utils.unpack_x_y_sample_weight"


def batch_opened_by(node: ast.expr, context: Context) -> Opening | None:
    """What leaves the first dimension of a tensor open, however many others it has, or None."""
    return _of(node, (), context, _DEEPEST, _MOST_STEPS)


def _of(node: ast.expr, path: _Path, context: Context, depth: int, steps: int) -> Opening | None:
    """What leaves the first dimension of a part open of what an expression is."""
    if steps == 0:
        return None

    def of(part: ast.expr, path: _Path = path) -> Opening | None:
        return _of(part, path, context, depth, steps - 1)

    match node:
        case ast.Name():
            key = ("open batch", node, path, depth, steps)
            return context.ask(key, None, _of_name, node, path, context, depth, steps)
        case ast.Attribute(value=value, attr=attr):
            place = _place_of(attr, value, context)
            if place is not None:
                return of(value, (place, *path))
            return _of_attribute(node, path, context, depth, steps - 1)
        case ast.Tuple() | ast.List():
            match path:
                case (int(index), *rest) if (part := part_at((index,), node)) is not None:
                    return of(part, tuple(rest))
        case ast.IfExp(body=body, orelse=orelse):
            return _all([of(body), of(orelse)])
        case ast.Subscript():
            return _of_item(node, path, context, of)
        case ast.BinOp(left=left, op=op, right=right) if not path and not isinstance(
            op, ast.MatMult
        ):
            sides = [side for side in (left, right) if not is_number(context.value(side))]
            return _all([*map(of, sides)])
        case ast.Call():
            if path and path[0] is _ITEM:
                return _of_items(node, path[1:], context, depth, steps)
            return _of_call(node, path, context, depth, steps)
    return None


def _of_item(
    node: ast.Subscript, path: _Path, context: Context, of: Callable[..., Opening | None]
) -> Opening | None:
    """The same of a part of what an index or a slice takes, where ``of`` tells it of expressions."""
    value = node.value
    match node.slice:
        case ast.Constant(value=str(key)):
            return of(value, (key, *path))
        case ast.Constant(value=int(index)) if _is_for_tuples(value, node, context):
            return of(value, (index, *path)) or of(value)  # of a tensor, nothing runs this
        case ast.Constant(value=int(index)) if isinstance(context.symbol(value), Container):
            return of(value, (index, *path))
        case index if not path:
            return of(value) if _keeps_rows(index) else opened_by_mask(node, context)
    return None


def _all(found: list[Opening | None]) -> Opening | None:
    """What leaves something open that is all of this in turn."""
    return found[0] if found and all(found) else None


def _of_call(
    node: ast.Call, path: _Path, context: Context, depth: int, steps: int
) -> Opening | None:
    """The same of a part of what a call makes that is no dataset."""
    if leaves_batch_open(node, context):
        return BY_INPUT
    opening = opened_by_values(node, path, context)
    if opening is not None:
        return opening
    if not path:
        for part in with_the_rows_of(node, context):
            if (opening := _of(part, path, context, depth, steps - 1)) is not None:
                return opening
    called = _called(node, context) if depth and context.tracing is not None else ()
    if called:
        return _all([_of_returned(path, one, context, depth - 1) for one in called])
    func = node.func
    match node.args:
        case [first, *_] if not path and keeps_batch(func, context):
            return _of(first, path, context, depth, steps - 1)
        case [first] if path and context.names(func) == {_UNPACKING}:
            return _of(first, path, context, depth, steps - 1)
        case [first] if context.tracing is not None and context.names(func) == {_NEXT}:
            return _of(first, (_ITEM, *path), context, depth, steps - 1)
    return None


def _place_of(attr: str, owner: ast.expr, context: Context) -> int | None:
    """The place of a part that ``tf.unique(x).y`` takes by its name."""
    made = written_out(owner, context.function)
    names = context.names(made.func) if isinstance(made, ast.Call) else set()
    for name in names:
        if attr in record(name).fields:
            return record(name).fields.index(attr)
    return None


def _keeps_rows(index: ast.expr) -> bool:
    """True for ``x[:, 0]`` and ``x[2:]``: of what is open, any part along it is."""
    match index:
        case ast.Tuple(elts=[first, *_]):
            return _keeps_rows(first)
        case _:
            return isinstance(index, ast.Slice) or (
                isinstance(index, ast.Constant) and index.value is ...
            )


def _is_for_tuples(value: ast.expr, item: ast.expr, context: Context) -> bool:
    """True under ``if isinstance(data, tuple)``, but for which an item of a tensor is no batch."""
    node: ast.AST = item
    while (around := context.parent(node)) is not None:
        if isinstance(around, (ast.If, ast.IfExp)):
            body = around.body if isinstance(around.body, list) else [around.body]
            match around.test:
                case ast.Call(func=ast.Name("isinstance"), args=[asked, _]) if node in body:
                    if are_same(asked, value):
                        return True
        node = around
    return False


def _of_name(
    node: ast.Name, path: _Path, context: Context, depth: int, steps: int
) -> Opening | None:
    """The same of a part of all that a name may hold."""
    function = context.function
    holder = holder_of(node.id, function)
    if holder is None:
        return None
    if holder is function:
        found = reaching(node.id, node, function)
    else:
        found, context = holder.bindings[node.id], context.of(holder)
    return _all([_of_binding(node.id, one, path, context, depth, steps) for one in found])


def _of_binding(
    name: str, binding: Binding, path: _Path, context: Context, depth: int, steps: int
) -> Opening | None:
    if binding.kind == "parameter":
        return _of_parameter(name, path, context, depth - 1) if depth else None
    path = (*(_Step.REST if index is None else index for index in binding.path), *path)
    if binding.value is None:
        return None
    if binding.kind == "for" and context.tracing is not None:
        return _of(binding.value, (_ITEM, *path), context, depth, steps - 1)
    return _of(binding.value, path, context, depth, steps - 1) if binding.kind == "assign" else None


def _of_attribute(
    node: ast.Attribute, path: _Path, context: Context, depth: int, steps: int
) -> Opening | None:
    """The same of a dataset that an object keeps."""
    attr, owner = own_attribute(node, context.function), owner_of(context.function)
    if attr is None or owner is None or _ITEM not in path[:1]:
        return None
    stores = context.project.inference.classes.stores(owner, attr)
    return _all(
        [_of_binding(attr, s.binding, path, context.of(s.function), depth, steps) for s in stores]
    )


def _of_parameter(name: str, path: _Path, context: Context, depth: int) -> Opening | None:
    """What all calls give a helper; to what is traced by itself, what one of them does."""
    if context.is_entry and context.project.symbols.parameters.signed(context.function):
        return None
    given = [
        None if given is None else _of(given, path, caller, depth, _MOST_STEPS)
        for given, caller in given_to(name, context)
    ]
    if not context.is_entry:
        return _all(given)
    fed = [
        _of(data, (_ITEM, *start, *path), where, depth, _MOST_STEPS)
        for data, start, where in _fed_to(name, context)
    ]
    called = [
        _of(data, path, where, depth, _MOST_STEPS) for data, where in _called_with(name, context)
    ]
    found = [one for one in (*given, *fed, *called) if one is not None]
    if BY_DATASET in found:
        return BY_DATASET
    by_values = (one for one in found if one.is_by_values)
    return BY_INPUT if BY_INPUT in given else next(by_values, None)


def _called_with(name: str, context: Context) -> Iterator[tuple[ast.expr, Context]]:
    """What calls give a ``tf.function``, which takes no ``keras.Input``."""
    function, callers = context.function, context.project.inference.callers
    if context.tracing is not None and context.tracing.kind is EntryKind.TF_FUNCTION:
        for site in callers.of(function):
            given = callers.arguments(site, function).get(name)
            if given is not None:
                yield given, context.of(site.function)


def _fed_to(name: str, context: Context) -> Iterator[tuple[ast.expr, _Path, Context]]:
    """The datasets whose items a framework gives a function for a parameter, with which part of them."""
    function, tracing = context.function, context.tracing
    places = function.places[1:] if function.owner is not None else function.places
    if tracing is None or name not in places:
        return
    place = places.index(name)
    if tracing.kind is EntryKind.DATASET:
        for owner, caller in _mapping(context):
            yield owner, (place,) if len(places) > 1 else (), caller
    elif tracing.kind is EntryKind.KERAS and place == 0:
        if function.owner is None:
            yield from _fitted_by_loss(context)
        for step, method, data in _RUNS:
            if function.name in (step, _CALL):
                start: _Path = () if function.name == step else (0,)
                for site in context.project.names.calls.get(method, ()):
                    if not is_open(site.node) and _runs(site, step, context):
                        for given in arguments_at(site.node, data):
                            yield given, start, context.of(site.function)


def _fitted_by_loss(context: Context) -> Iterator[tuple[ast.expr, _Path, Context]]:
    """The datasets that a model goes over which is compiled with a function for its loss, in one function.

    It is given the labels as they are; what the model makes of the rest may be of any shape.
    """
    inference = context.project.inference
    for site in context.project.names.calls.get("compile", ()):
        for loss in arguments_at(site.node, (1, "loss")):
            value = inference.value(loss, site.function)
            if context.function not in inference.functions_in(value):
                continue
            where = context.of(site.function)
            for run in site.function.calls:
                for _, method, data in _RUNS:
                    if run.name == method and _is_same_model(site, run, context):
                        for given in arguments_at(run.node, data):
                            yield given, (1,), where


def _is_same_model(one: CallSite, other: CallSite, context: Context) -> bool:
    """True for methods of one model, of which Keras takes the steps."""
    match one.node.func, other.node.func:
        case ast.Attribute(value=ast.Name() as first), ast.Attribute(value=ast.Name() as second):
            inference = context.project.inference
            made = written_out(first, one.function)
            return (
                isinstance(made, ast.Call)
                and made is written_out(second, other.function)
                and all(
                    inference.classes.is_model(member)
                    and (
                        not isinstance(member, Instance)
                        or all(
                            inference.classes.leaves_to_keras(member, step) for step, _, _ in _RUNS
                        )
                    )
                    for member in members(inference.value(first, one.function))
                )
            )
    return False


def _mapping(context: Context) -> Iterator[tuple[ast.expr, Context]]:
    """The datasets that have a function traced with their items."""
    inference = context.project.inference
    for method in _OF_ITEMS:
        for site in context.project.names.calls.get(method, ()):
            match site.node:
                case ast.Call(func=ast.Attribute(value=owner), args=[given, *_]):
                    value = inference.value(given, site.function)
                    if context.function in inference.functions_in(value):
                        yield owner, context.of(site.function)


def _runs(site: CallSite, step: str, context: Context) -> bool:
    """True for a method of Keras on models that have the function for their step, or for their ``call``."""
    inference, function = context.project.inference, context.function
    if not isinstance(site.node.func, ast.Attribute) or inference.callers.called(site):
        return False
    found = members(inference.value(site.node.func.value, site.function))
    models = [member for member in found if isinstance(member, Instance)]
    return len(models) == len(found) and any(
        inference.classes.has_method(model.definition, function)
        and (function.name == step or inference.classes.leaves_to_keras(model, step))
        for model in models
    )


def _of_items(
    node: ast.Call, path: _Path, context: Context, depth: int, steps: int
) -> Opening | None:
    """The same of a part of each item of what a call makes; the rows of a batch are none."""
    if _ITEM in path:
        return None

    def of(part: ast.expr, path: _Path = path) -> Opening | None:
        return _of(part, (_ITEM, *path), context, depth, steps - 1)

    names = context.names(node.func)
    if (dealt := _dealt_out(node, context)) is not None:
        return of(dealt)
    if names == {_ENUMERATE}:
        return of(node.args[0], path[1:]) if node.args and path[:1] == (1,) else None
    if names and all(name.rpartition(".")[2] in _FROM_FILES for name in names):
        return BY_DATASET if _makes_batches(node) else None
    called = _called(node, context) if depth else ()
    if called:
        return _all([_of_returned((_ITEM, *path), one, context, depth - 1) for one in called])
    if [*members(context.value(node))] != [DATASET] or is_open(node):
        return None
    match node.func:
        case ast.Attribute(attr="zip"):
            match path, node.args:
                case (index, *rest), [together]:
                    return _of(together, (index, _ITEM, *rest), context, depth, steps - 1)
                case (int(index), *rest), parts if index < len(parts):
                    return of(parts[index], tuple(rest))
        case ast.Attribute(value=owner, attr="map"):
            value = context.value(node.args[0]) if node.args and depth else UNKNOWN
            mapped = list(context.project.inference.functions_in(value))
            return _all([_of_returned(path, one, context, depth - 1) for one in mapped])
        case ast.Attribute(attr=method) if method in _BATCHING:
            dropping = arguments_at(node, (_BATCHING[method], "drop_remainder"))
            return BY_DATASET if all(_is_off(one, context) for one in dropping) else None
        case ast.Attribute(value=owner, attr=method) if method in _SAME_ITEMS:
            return of(owner)
    return None


def _dealt_out(node: ast.Call, context: Context) -> ast.expr | None:
    """The dataset of which a call makes an iterator, or what a strategy deals out; None for other calls."""
    match node:
        case ast.Call(func=ast.Name(), args=[dataset]) if context.names(node.func) == {_ITER}:
            return dataset
        case ast.Call(func=ast.Attribute(attr=name), args=[dataset, *_]) if name == _DISTRIBUTE:
            return None if _called(node, context) else dataset
    return None


def _called(node: ast.Call, context: Context) -> tuple[Function, ...]:
    site = context.function.site_of(node)
    return () if site is None else context.project.inference.callers.called(site)


def _of_returned(path: _Path, function: Function, context: Context, depth: int) -> Opening | None:
    """The same of a part of all that a function returns."""
    if function.is_generator:
        return None
    inner = context.of(function)
    return _all([_of(end, path, inner, depth, _MOST_STEPS) for end in returned(function)])


def _makes_batches(call: ast.Call) -> bool:
    """True for a dataset of TensorFlow from files that is not told to leave its items single."""
    if is_open(call) or arguments_at(call, _OF_ANOTHER_LIBRARY):
        return False
    sizes = arguments_at(call, ("batch_size",))
    return not any(isinstance(size, ast.Constant) and size.value is None for size in sizes)


def _is_off(option: ast.expr, context: Context) -> bool:
    """True for an option that is False whoever gives it, or leaves it at that."""
    return OptionFlags(context.project).of(option, context.function) == OFF
