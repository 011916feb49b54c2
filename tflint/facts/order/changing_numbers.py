"""Numbers in objects and containers that other code sets between calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.facts.expressions import command_line
from tflint.facts.expressions.values import (
    UNKNOWN,
    Container,
    ExternalInstance,
    Instance,
    Value,
    Varying,
    is_number,
    members,
)
from tflint.facts.graphs.context import Context
from tflint.facts.order.access_paths import AccessPaths
from tflint.facts.order.eager_events import Mutation
from tflint.facts.order.eager_mutations import Mutations
from tflint.syntax.expressions import are_same
from tflint.syntax.model import CallSite, Class, loops_around
from tflint.syntax.trees import walk


def changed_elsewhere(argument: ast.expr, site: CallSite, context: Context) -> Varying | None:
    """Why a number, or a container of numbers, holds something else at the next call."""
    if not context.project.repetition.why_site(site):
        return None
    value = context.value(argument)
    numbers = is_number(value)
    if not numbers and not any(_holds_numbers(m) for m in members(value)):
        return None
    for part in walk(argument):
        converted = False
        match part:
            case ast.Attribute() if is_number(context.value(part)):
                changes = _of_attribute(part, context)
            case ast.Call(func=ast.Name(id="float"), args=[ast.Attribute() as inner]):
                changes, converted = _of_attribute(inner, context), True
            case ast.Subscript(value=ast.Name() | ast.Attribute() as owner, slice=index) if numbers:
                changes = _of_inside(owner, index, context)
            case ast.Name() | ast.Attribute() if part is argument and not numbers:
                changes = _of_inside(part, None, context)
            case _:
                continue
        for change in changes:
            event = change.event
            again = loops_around(event.block) or context.project.repetition.why(event.function)
            if change.constant or not again:
                continue
            if converted or is_number(_given(change, context)):
                text = f"`{change.text}` changes {event.function.module.on_line(event.line)}"
                return Varying(event.function.module.path, event.line, text)
    return None


def is_kept_from_start(argument: ast.expr, context: Context) -> bool:
    """True for what only the constructor of an object sets, which no known loop makes anew.

    It may come of a loop that ended before: ``self.start = vocabulary["<s>"]``, numbered word by word.
    """
    if not isinstance(argument, ast.Attribute):
        return False
    holders = _holders(context.value(argument.value))
    return (
        bool(holders)
        and all(
            isinstance(holder, Class)
            and context.project.inference.classes.property_getter(holder, argument.attr) is None
            and _is_made_once(holder, context)
            for holder in holders
        )
        and not any(_of_attribute(argument, context))
    )


def _is_made_once(definition: Class, context: Context) -> bool:
    """True for a class whose constructor runs in no known loop."""
    constructor = context.project.inference.classes.constructor(definition)
    return constructor is not None and not context.project.repetition.why(constructor)


def _holds_numbers(value: Value) -> bool:
    return isinstance(value, Container) and any(map(is_number, value.items or ()))


def _of_attribute(part: ast.Attribute, context: Context) -> Iterator[Mutation]:
    """Where the same attribute of an object of the same class is set."""
    holders = _holders(context.value(part.value))
    changes = Mutations.of(context.project)
    for change in changes.of_attribute(part.attr) if holders else ():
        owner = changes.owner_of(change)
        if owner is not None and holders & _holders(owner):
            yield change


def _holders(value: Value) -> set[object]:
    """The classes of the project's objects, the options of its command line, and optimizers."""
    found: set[object] = set()
    for member in members(value):
        match member:
            case Instance(definition=definition):
                found.add(definition)
            case ExternalInstance(name=name):
                if name == command_line.NAMESPACE or name.startswith("keras.optimizers."):
                    found.add(name)
    return found


def _of_inside(
    owner: ast.Name | ast.Attribute, index: ast.expr | None, context: Context
) -> Iterator[Mutation]:
    """Where an item of the same container is set; with an index, where it may be that item."""
    if not any(isinstance(m, Container) for m in members(context.value(owner))):
        return
    name = owner.id if isinstance(owner, ast.Name) else owner.attr
    for change in Mutations.of(context.project).of_inside(name):
        target = _target(change)
        if target is not None and _is_same(owner, target.value, change, context):
            if index is None or _may_be_same(index, target.slice):
                yield change


def _is_same(
    owner: ast.Name | ast.Attribute, other: ast.expr, change: Mutation, context: Context
) -> bool:
    """True for the same container, or the one of the same attribute of the same class."""
    if isinstance(owner, ast.Attribute) and isinstance(other, ast.Attribute):
        value = context.project.inference.value(other.value, change.event.function)
        return bool(_holders(context.value(owner.value)) & _holders(value))
    place = AccessPaths.of(context.project).object_place(owner, context.function)
    return place is not None and change.event.place == place


def _target(change: Mutation) -> ast.Subscript | None:
    """The item that an assignment sets."""
    match change.event.node:
        case ast.Assign(targets=[ast.Subscript() as target]):
            return target
        case ast.AugAssign(target=ast.Subscript() as target):
            return target
        case _:
            return None


def _may_be_same(one: ast.expr, other: ast.expr) -> bool:
    constants = isinstance(one, ast.Constant) and isinstance(other, ast.Constant)
    return not constants or are_same(one, other)


def _given(change: Mutation, context: Context) -> Value:
    """What an assignment gives, unless that is written out and so the same each time."""
    node = change.event.node
    given = getattr(node, "value", None)
    if not isinstance(given, ast.expr):
        return UNKNOWN
    if isinstance(node, ast.Assign) and isinstance(given, ast.Constant):
        return UNKNOWN
    return context.project.inference.value(given, change.event.function)
