"""Dicts whose items are their attributes, too: ``config.rate`` and ``config["rate"]`` are one place."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tflint.facts.expressions.classes import Classes
from tflint.facts.expressions.values import Instance, Value, members
from tflint.syntax.model import Class, Function
from tflint.syntax.scopes import returned

_METHODS = frozenset(dir(dict))
_READING = frozenset({"__getitem__", "get"})


def is_attribute_dict(value: Value, classes: Classes) -> bool:
    """True for what may be an object of such a class of the project."""
    return any(
        isinstance(member, Instance) and has_items_for_attributes(member.definition, classes)
        for member in members(value)
    )


def has_items_for_attributes(definition: Class, classes: Classes) -> bool:
    """True for a class that inherits from `dict` and looks attributes up there, and puts them there."""
    if "builtins.dict" not in classes.base_names(definition):
        return False
    own = [base for base in classes.bases(definition) if isinstance(base, Class)]
    return any(map(_is_its_own_namespace, own)) or (
        any(map(_gives_items, own)) and any(map(_sets_items, own))
    )


def is_item_of(attr: str) -> bool:
    """True for an attribute of such a dict that is no method of it."""
    return attr not in _METHODS


def as_item(node: ast.Attribute, is_dict: Callable[[ast.expr], bool]) -> ast.Subscript | None:
    """``config["optimizer"]["rate"]`` for ``config.optimizer.rate``; None of what is no such dict.

    ``is_dict`` says of an expression that it is one; what is in one may be one, too.
    """
    parts: list[ast.Attribute | ast.Subscript] = []
    part: ast.expr = node
    while isinstance(part, (ast.Attribute, ast.Subscript)):
        parts.append(part)
        part = part.value
    while parts and not is_dict(parts[-1].value):
        parts.pop()
    item: ast.Subscript | None = None
    for part in reversed(parts):
        key = ast.Constant(part.attr) if isinstance(part, ast.Attribute) else part.slice
        made = ast.Subscript(part.value if item is None else item, key, part.ctx)
        item = ast.copy_location(made, part)
        ast.copy_location(key, part)
    return item


def _is_its_own_namespace(definition: Class) -> bool:
    """True where a method says ``self.__dict__ = self``."""
    return any(
        isinstance(store.binding.value, ast.Name)
        and store.binding.value.id == store.function.self_name
        for store in definition.stores.get("__dict__", ())
    )


def _gives_items(definition: Class) -> bool:
    """True for ``__getattr__ = dict.__getitem__``, and for a method that looks the name up."""
    method = definition.methods.get("__getattr__")
    if method is None:
        return _is_of_dict("__getattr__", definition, _READING)
    return any(_is_item_of_self(value, method) for value in returned(method))


def _sets_items(definition: Class) -> bool:
    """True for ``__setattr__ = dict.__setitem__``, and for a method that puts the value in."""
    method = definition.methods.get("__setattr__")
    if method is None:
        return _is_of_dict("__setattr__", definition, frozenset({"__setitem__"}))
    return any(
        isinstance(statement, ast.Assign)
        and any(_is_item_of_self(target, method) for target in statement.targets)
        for statement, _ in method.statements
    )


def _is_of_dict(name: str, definition: Class, of: frozenset[str]) -> bool:
    return any(
        isinstance(binding.value, ast.Attribute) and binding.value.attr in of
        for binding in definition.bindings.get(name, ())
    )


def _is_item_of_self(node: ast.expr, method: Function) -> bool:
    match node:
        case ast.Subscript(value=ast.Name(id=owner), slice=ast.Name(id=key)):
            pass
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id=owner), attr="get"), args=[ast.Name(id=key), *_]
        ):
            pass
        case _:
            return False
    return owner == method.self_name and [key] == [p.arg for p in method.parameters[1:2]]
