"""Parts of lists, dicts and arrays: which of them a place reads, and which of them a line changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum
from itertools import takewhile
from typing import NamedTuple

from tflint.facts.expressions.attribute_dicts import is_item_of
from tflint.facts.expressions.values import Container, Text, Value, members
from tflint.facts.expressions.written_parts import constant_key

_SIZES = frozenset({"shape", "ndim", "dtype", "size", "keys"})
_ASK_FOR_THE_KIND = frozenset({"callable", "hasattr", "id", "isinstance", "type"})
_KEEP_WHAT_IS_THERE = frozenset({"append", "extend"})
_KEEP_THE_SIZE = frozenset({"copyto", "fill", "itemset", "put", "reverse", "shuffle", "sort"})

KeyPath = tuple[Hashable, ...]
"""Keys or places one inside the other, from the whole on, as far as they are known."""


class Asked(Enum):
    """What of a container a place asks for."""

    OBJECT = "object"
    """Whether it is there, or what type it is of."""
    SIZE = "size"
    """How many things are in it, or under which keys."""
    PART = "part"
    """What is in it, under one key or under any."""


class PartRead(NamedTuple):
    """What of a container a place reads.

    Attributes:
        asked: what it asks for.
        path: where in it stands what it reads.
    """

    asked: Asked
    path: KeyPath = ()


def part_read(
    node: ast.expr,
    parent: Callable[[ast.AST], ast.AST | None],
    value: Value,
    *,
    has_attributes: bool = False,
) -> PartRead:
    """What a place reads of the container or array that an expression stands for.

    ``has_attributes`` says that it is a dict whose items are its attributes, too.
    """
    is_dict = has_attributes or all(
        isinstance(m, Container) and m.kind == "dict" for m in members(value)
    )
    match parent(node):
        case ast.Attribute(attr=attr) if has_attributes and is_item_of(attr):
            pass
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return PartRead(Asked.OBJECT)
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[holder]) if (
            holder is node
        ):
            return PartRead(Asked.SIZE, _known([key])) if is_dict else PartRead(Asked.PART)
        case ast.For(iter=items) | ast.comprehension(iter=items) if items is node and is_dict:
            return PartRead(Asked.SIZE)
        case ast.Call(func=ast.Name(id=name), args=[asked, *_]) if asked is node:
            if name in _ASK_FOR_THE_KIND:
                return PartRead(Asked.OBJECT)
            return PartRead(Asked.SIZE if name == "len" else Asked.PART)
        case ast.Attribute(attr=attr) if attr in _SIZES:
            return PartRead(Asked.SIZE)
    return PartRead(Asked.PART, _known(_keys_along(node, parent, has_attributes)))


def _keys_along(
    node: ast.expr, parent: Callable[[ast.AST], ast.AST | None], has_attributes: bool
) -> Iterator[ast.expr]:
    """The keys by which an item is taken of what an expression stands for, an item of that, and so on."""
    inner: ast.AST = node
    while True:
        match around := parent(inner):
            case ast.Subscript(value=holder, slice=key) if holder is inner:
                inner = around
            case ast.Attribute(attr="get"):
                match call := parent(around):
                    case ast.Call(func=func, args=[key, *_]) if func is around:
                        inner = call
                    case _:
                        return
            case ast.Attribute(attr=attr) if has_attributes and is_item_of(attr):
                inner, key = around, ast.Constant(attr)
            case _:
                return
        yield key


def _known(keys: Iterable[ast.expr]) -> KeyPath:
    """Keys as far as they are written out: what comes after a slice is no item of an item."""
    return tuple(takewhile(lambda key: key is not None, map(constant_key, keys)))


def paths_changed(
    line: ast.AST, owner: ast.expr, value: Callable[[ast.expr], Value]
) -> frozenset[KeyPath]:
    """Where in a container a line changes something; an empty path where that may be anywhere.

    ``owner`` is what it changes as it is written there, with the indices that lead to a part.
    """
    _, indices = whole_of(owner)
    if isinstance(line, ast.Delete) and not isinstance(constant_key(indices[0]), str):
        indices = indices[1:]  # those that follow move
    keys = [_key(index, value) for index in reversed(indices)]
    path = tuple(takewhile(lambda key: key is not None, keys))
    if len(path) < len(keys):
        return frozenset([path])
    match line:
        case ast.Call(func=ast.Attribute(attr="pop" | "setdefault"), args=[key, *_]):
            known = constant_key(key)
            return frozenset([(*path, known) if isinstance(known, str) else path])
        case ast.Call(func=ast.Attribute(attr="update"), args=args, keywords=keywords):
            inside = _keys_updated(args, keywords, value)
            return frozenset([path] if inside is None else ((*path, key) for key in inside))
    return frozenset([path])


def whole_of(part: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """What an expression is a part of, and the indices that lead there, the last one first."""
    indices = []
    while isinstance(part, ast.Subscript):
        indices.append(part.slice)
        part = part.value
    return part, indices


def _key(node: ast.expr, value: Callable[[ast.expr], Value]) -> Hashable:
    known = constant_key(node)
    if known is None and isinstance(node, ast.Name):
        match value(node):
            case Text(constant=str(text)):
                return text
    return known


def _keys_updated(
    args: list[ast.expr], keywords: list[ast.keyword], value: Callable[[ast.expr], Value]
) -> frozenset[Hashable] | None:
    found: set[Hashable] = {keyword.arg for keyword in keywords}
    for given in args:
        match given:
            case ast.Dict(keys=keys):
                found.update(None if key is None else _key(key, value) for key in keys)
            case _:
                return None
    return None if None in found else frozenset(found)


def bears_on(
    line: ast.AST, is_of_part: bool, paths: frozenset[KeyPath] | None, read: PartRead
) -> bool:
    """True where a line that changes a container inside may change what a place reads of it.

    ``is_of_part`` says that it changes what is in the container, and not the container itself.
    """
    if read.asked is Asked.OBJECT:
        return False
    if paths is not None and not any(_may_meet(path, read.path) for path in paths):
        return False
    method = _method(line)
    if read.asked is Asked.SIZE:
        sets = isinstance(line, (ast.Assign, ast.AugAssign)) or method in _KEEP_THE_SIZE
        return not (is_of_part or sets)
    return not read.path or is_of_part or method not in _KEEP_WHAT_IS_THERE


def _may_meet(one: KeyPath, other: KeyPath) -> bool:
    """True where one path leads to what the other leads to, to a part of it, or to what holds it."""
    return all(first == second for first, second in zip(one, other, strict=False))


def _method(line: ast.AST) -> str | None:
    match line:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name
    return None
