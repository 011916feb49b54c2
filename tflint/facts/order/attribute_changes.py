"""Where eager code may change the attribute that traced code reads: by name, owner and class."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tflint.facts.expressions.attribute_dicts import is_attribute_dict
from tflint.facts.expressions.values import (
    NONE,
    UNKNOWN,
    ClassValue,
    ExternalInstance,
    Instance,
    Unknown,
    Value,
    members,
)
from tflint.facts.order.eager_events import Mutation
from tflint.facts.order.eager_mutations import Mutations
from tflint.syntax.definitions import is_property, own_attribute
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Block, CallSite, Class, outward
from tflint.syntax.words import has_word

if TYPE_CHECKING:
    from tflint.facts.graphs.context import Context

_WITH_ATTRIBUTES = (Instance, ClassValue, ExternalInstance, Unknown)
_OPTIMIZERS = frozenset({"optimizer", "optimizers"})


def sets_of(of: ast.expr, attr: str, context: Context) -> list[Mutation]:
    """Where an attribute is set of what may be of the same class as what an expression stands for."""
    changes = Mutations.of(context.project)
    owner = context.value(of) if changes.of_attribute(attr) else UNKNOWN
    sets = changes.of_attribute_of(owner, attr)
    sets = [change for change in sets if not _drops_graphs(change, context)]
    if not sets or not _may_be_set(owner, attr, context):
        return []
    if is_attribute_dict(owner, context.project.inference.classes):
        return []  # whose items are looked at
    return sets


def of_object(
    of: ast.expr, change: Mutation, context: Context, changed: Value | None = None
) -> Mutation | None:
    """A change as one of the object that an expression stands for; None where it can't be.

    ``changed`` is the object whose attribute it sets, where more is known of that than the line tells.
    """
    changed = changed or Mutations.of(context.project).owner_of(change)
    kinship = _kinship(context.value(of), changed, context)
    if kinship is None:
        return None
    if any(isinstance(m, ClassValue) for m in members(changed or UNKNOWN)):
        return anywhere(change)._replace(of_class=True)
    return change._replace(certain=kinship)


def changes_inside(node: ast.Attribute, context: Context) -> list[Mutation]:
    """Mutations of what may be the list, dict or array that an attribute holds."""
    changes = Mutations.of(context.project)
    inside = changes.of_inside(node.attr)
    value = context.value(node) if inside else UNKNOWN
    if not changes.can_change_inside(value):
        return []
    owner = context.value(node.value)
    inside = changes.bearing_on(inside, node, value, context)
    if not inside or not _may_be_set(owner, node.attr, context):
        return []
    return [
        change._replace(certain=False)
        for change in inside
        if _kinship(owner, changes.owner_of(change), context) is not None
    ]


def anywhere(change: Mutation) -> Mutation:
    """A change of whatever object."""
    return change._replace(event=change.event._replace(place=None))


def is_only_handed_out(node: ast.Attribute, context: Context) -> bool:
    """True for the attribute that a property only hands out: what is said is said of the property."""
    function = context.function
    return (
        function.owner is not None
        and is_property(function)
        and context.project.inference.classes.kept_by_property(function.owner, function.name)
        == own_attribute(node, function)
        is not None
    )


def is_set_before(node: ast.Attribute, attr: str, block: Block | None, context: Context) -> bool:
    """True where the function itself gives the attribute its value, each time before it reads it."""
    around = [None, *outward(block)]
    owner = key_of(node.value)
    return any(
        store.binding.block in around
        and store.binding.kind == "assign"
        and store.node.lineno < node.lineno
        and key_of(store.node.value) == owner
        for store in context.function.stores_by_name.get(attr, ())
    ) or any(
        site.block in around
        and site.node.lineno < node.lineno
        and isinstance(site.node.func, ast.Attribute)
        and key_of(site.node.func.value) == owner
        and _always_sets(attr, site, context)
        for site in context.function.calls
    )


def _always_sets(attr: str, site: CallSite, context: Context) -> bool:
    """True for a call of methods that give an attribute of their object its value each time."""
    called = context.project.inference.callers.called(site)
    return bool(called) and all(
        any(
            store.binding.block is None
            and store.binding.kind == "assign"
            and key_of(store.node.value) == method.self_name
            for store in method.stores_by_name.get(attr, ())
        )
        and not any(
            isinstance(statement, ast.Return) and block is not None
            for statement, block in method.statements
        )
        for method in called
    )


def _drops_graphs(change: Mutation, context: Context) -> bool:
    """True where the function that makes a change also forgets functions that were kept.

    ``self.train_function = None`` beside the change: what is called next is made, and traced, anew.
    """
    return any(_is_called(attr, context) for attr in change.event.function.cleared)


def _is_called(attr: str, context: Context) -> bool:
    """True for an attribute that some code calls."""
    sites = context.project.names.calls.get(attr, ())
    return any(isinstance(site.node.func, ast.Attribute) for site in sites)


def _may_be_set(owner: Value, attr: str, context: Context) -> bool:
    """True for what an attribute is no property of, nor of an optimizer."""
    return all(isinstance(m, _WITH_ATTRIBUTES) or m == NONE for m in members(owner)) and not any(
        _is_optimizer(m) or _is_property(m, attr, context) for m in members(owner)
    )


def _is_optimizer(value: Value) -> bool:
    return isinstance(value, ExternalInstance) and has_word(value.name, _OPTIMIZERS)


def _is_property(value: Value, attr: str, context: Context) -> bool:
    """True for attributes that are methods or properties, or where the class sees to it: setting runs code.

    But for a property that only hands out what its setter sets.
    """
    classes = context.project.inference.classes
    return (
        isinstance(value, Instance)
        and any(
            isinstance(base, Class) and (attr in base.methods or "__setattr__" in base.methods)
            for base in classes.bases(value.definition)
        )
        and classes.kept_by_property(value.definition, attr) is None
    )


def _kinship(owner: Value, other: Value | None, context: Context) -> bool | None:
    """Whether two owners can be one object: surely of one class, not known, or (None) never."""
    mine = [m for m in members(owner) if isinstance(m, (Instance, ClassValue))]
    others = [m for m in members(other or UNKNOWN) if isinstance(m, (Instance, ClassValue))]
    classes = context.project.inference.classes
    for one in mine:
        for two in others:
            if two.definition in classes.bases(one.definition):
                return True
            if one.definition in classes.bases(two.definition):
                return True
    are_models = other is not None and all(map(classes.is_model, members(other)))
    if mine and (others or (are_models and not any(map(classes.is_model, mine)))):
        return None
    return False
