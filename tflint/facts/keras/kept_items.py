"""What a function hands on that it is not given: what its object keeps, and variables around it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tflint.facts.expressions.attribute_stores import attribute_stores
from tflint.facts.keras.single_items import holds_one_item, is_constant
from tflint.facts.order.lifetimes import is_object
from tflint.syntax.expressions import names_along
from tflint.syntax.model import AttributeStore, CallSite, Function
from tflint.syntax.scopes import holder_of
from tflint.syntax.trees import children

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project


def kept_for(sources: Iterable[ast.expr], function: Function) -> list[ast.expr]:
    """The attributes of its object that a function reads in expressions, and variables of scopes around.

    Of ``self.env.state`` all of it, since a caller may set any part.
    """
    return [
        part
        for part in _outermost(sources)
        if names_along(part)[:1] == (function.self_name,)
        if isinstance(part, ast.Attribute)
    ] + [
        part
        for part in _outermost(sources)
        if isinstance(part, ast.Name)
        if is_object(part, function) and holder_of(part.id, function) is not function
    ]


def _outermost(sources: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """The names that expressions read, each with the attributes that are asked for of it."""
    waiting: list[ast.AST] = [*sources]
    for part in waiting:  # which grows meanwhile
        if isinstance(part, (ast.Name, ast.Attribute)) and (
            isinstance(part, ast.Name) or names_along(part)
        ):
            yield part
        else:
            waiting += children(part)


def seen_from(caller: CallSite, function: Function, kept: ast.expr) -> ast.expr | None:
    """What stands for something that a function does not own where it is called; None where nothing does.

    For ``self.state`` in ``agent.act()`` that is ``agent.state``.
    """
    match kept:
        case ast.Name(id=name):
            is_same = holder_of(name, caller.function) is holder_of(name, function)
            seen = ast.copy_location(ast.Name(name, ast.Load()), caller.node)
            return seen if is_same else None
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == function.self_name:
            owner: ast.expr | None = object_of(caller, function)
        case ast.Attribute(value=value, attr=attr):
            owner = seen_from(caller, function, value)
        case _:
            return None
    if owner is None:
        return None
    return ast.copy_location(ast.Attribute(owner, attr, ast.Load()), caller.node)


def object_of(caller: CallSite, function: Function) -> ast.expr:
    """The object whose method a call runs: ``net`` of ``net.run(x)`` and of ``net(x)``."""
    func = caller.node.func
    if isinstance(func, ast.Attribute) and func.attr == function.name:
        return func.value
    return caller.node if function.name == "__init__" else func


def is_kept_as_one_item(node: ast.expr, project: Project) -> bool:
    """True for an attribute by whose name a program keeps batches of one item, or None, alone."""
    if not isinstance(node, ast.Attribute):
        return False
    stores = project.remember(attribute_stores).get(node.attr, ())
    given = [store for store in stores if not _is_none(store)]
    return bool(given) and all(_keeps_one_item(store, project) for store in given)


def _is_none(store: AttributeStore) -> bool:
    value = store.binding.value
    return not store.binding.path and value is not None and is_constant(value, None)


def _keeps_one_item(store: AttributeStore, project: Project) -> bool:
    value = store.binding.value
    if store.binding.kind != "assign" or store.binding.path or value is None:
        return False
    return holds_one_item(value, store.function, project.inference.callers)
