"""Parts of lists, dicts and arrays: which of them a place reads, and which of them a line changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from enum import Enum
from typing import NamedTuple

from tflint.facts.expressions.values import Container, Text, Value, members

_SIZES = frozenset({"shape", "ndim", "dtype", "size", "keys"})
_ASK_FOR_THE_KIND = frozenset({"callable", "hasattr", "id", "isinstance", "type"})
_KEEP_WHAT_IS_THERE = frozenset({"append", "extend"})
_KEEP_THE_SIZE = frozenset({"copyto", "fill", "itemset", "put", "reverse", "shuffle", "sort"})

ItemKeys = frozenset[Hashable]


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
        key: the key or place of what it reads; None where that is not known.
    """

    asked: Asked
    key: Hashable = None


def part_read(
    node: ast.expr, parent: Callable[[ast.AST], ast.AST | None], value: Value
) -> PartRead:
    """What a place reads of the container or array that an expression stands for."""
    is_dict = all(isinstance(m, Container) and m.kind == "dict" for m in members(value))
    match around := parent(node):
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return PartRead(Asked.OBJECT)
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[holder]) if (
            holder is node
        ):
            return PartRead(Asked.SIZE, constant_key(key)) if is_dict else PartRead(Asked.PART)
        case ast.For(iter=items) | ast.comprehension(iter=items) if items is node and is_dict:
            return PartRead(Asked.SIZE)
        case ast.Call(func=ast.Name(id=name), args=[asked, *_]) if asked is node:
            if name in _ASK_FOR_THE_KIND:
                return PartRead(Asked.OBJECT)
            return PartRead(Asked.SIZE if name == "len" else Asked.PART)
        case ast.Attribute(attr=attr) if attr in _SIZES:
            return PartRead(Asked.SIZE)
        case ast.Attribute(attr="get"):
            match parent(around):
                case ast.Call(func=func, args=[key, *_]) if func is around:
                    return PartRead(Asked.PART, constant_key(key))
        case ast.Subscript(value=holder, slice=key) if holder is node:
            return PartRead(Asked.PART, constant_key(key))
    return PartRead(Asked.PART)


def constant_key(node: ast.expr) -> Hashable:
    """The key or place that an index is, where it is written out; None for others, and for the last."""
    match node:
        case ast.Constant(value=str() | int() as key) if isinstance(key, str) or key >= 0:
            return key
    return None


def keys_changed(
    line: ast.AST, owner: ast.expr, value: Callable[[ast.expr], Value]
) -> ItemKeys | None:
    """The keys of a container under which a line changes what is in it; None where they are not known.

    ``owner`` is what it changes as it is written there, with the indices that lead to a part.
    """
    _, indices = whole_of(owner)
    if indices:
        key = indices[-1]
        moves = isinstance(line, ast.Delete) and not isinstance(constant_key(key), str)
        known = None if moves else _key(key, value)
        return None if known is None else frozenset([known])
    match line:
        case ast.Call(func=ast.Attribute(attr="pop" | "setdefault"), args=[key, *_]):
            known = constant_key(key)
            return frozenset([known]) if isinstance(known, str) else None
        case ast.Call(func=ast.Attribute(attr="update"), args=args, keywords=keywords):
            return _keys_updated(args, keywords, value)
    return None


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
) -> ItemKeys | None:
    found: set[Hashable] = {keyword.arg for keyword in keywords}
    for given in args:
        match given:
            case ast.Dict(keys=keys):
                found.update(None if key is None else _key(key, value) for key in keys)
            case _:
                return None
    return None if None in found else frozenset(found)


def bears_on(line: ast.AST, is_of_part: bool, keys: ItemKeys | None, read: PartRead) -> bool:
    """True where a line that changes a container inside may change what a place reads of it.

    ``is_of_part`` says that it changes what is in the container, and not the container itself.
    """
    if read.asked is Asked.OBJECT:
        return False
    if keys is not None and read.key is not None and read.key not in keys:
        return False
    method = _method(line)
    if read.asked is Asked.SIZE:
        sets = isinstance(line, (ast.Assign, ast.AugAssign)) or method in _KEEP_THE_SIZE
        return not (is_of_part or sets)
    return read.key is None or is_of_part or method not in _KEEP_WHAT_IS_THERE


def _method(line: ast.AST) -> str | None:
    match line:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name
    return None
