"""What operators, indices, loops and unpacking make of values."""

from __future__ import annotations

import ast

from tflint.api.python import JOINED_BY_SLASH
from tflint.facts.expressions.values import (
    ARRAY,
    BOOL,
    NONE,
    NOTHING,
    NUMBER,
    SYMBOL,
    TENSOR,
    TENSORS,
    TEXT,
    UNKNOWN,
    VARIABLE,
    Container,
    ExternalInstance,
    Kind,
    Number,
    Simple,
    Text,
    Value,
    Varying,
    join,
    members,
    varying,
)

METHODS_OF_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "__add__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.LShift: "__lshift__",
    ast.MatMult: "__matmul__",
    ast.Mult: "__mul__",
    ast.RShift: "__rshift__",
    ast.Sub: "__sub__",
}
"""The methods that objects are joined by, or made others of."""


def constant_value(constant: object) -> Value:
    match constant:
        case None:
            return NONE
        case bool():
            return BOOL
        case int() | float():
            return Number(constant)
        case str():
            return Text(constant)
        case _:
            return UNKNOWN


def negated(value: Value, op: ast.unaryop) -> Value:
    if isinstance(value, Number):
        if value.constant is not None and isinstance(op, ast.USub):
            return Number(-value.constant)
        return Number(varying=value.varying)
    return TENSOR if value == VARIABLE else value


def binary(left: Value, right: Value, op: ast.operator) -> Value:
    """What ``left op right`` may be."""
    if isinstance(left, Text) and isinstance(op, ast.Mod):
        return Text(varying=left.varying or varying(right))
    for kind, result in (
        (Kind.TENSOR, TENSOR),
        (Kind.TENSORS, TENSOR),
        (Kind.VARIABLE, TENSOR),
        (Kind.SYMBOL, SYMBOL),
    ):
        if Simple(kind) in (left, right):
            return result
    path = _joined_path(left, right) if isinstance(op, ast.Div) else None
    if path is not None:
        return path
    if isinstance(left, Text):
        return Text(varying=left.varying or varying(right))
    if NOTHING in (left, right):
        return NOTHING
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(varying=left.varying or right.varying)
    if ARRAY in (left, right):
        return ARRAY
    if isinstance(left, Container) and isinstance(right, Container) and isinstance(op, ast.Add):
        if left.items is not None and right.items is not None and left.kind == right.kind:
            return Container(left.kind, (*left.items, *right.items))
        return Container(left.kind, element=left.element)
    if isinstance(left, Container) and isinstance(op, ast.Mult):
        return Container(left.kind, element=join(*left.items) if left.items else left.element)
    numbers = [_numbers(left), _numbers(right)]
    if all(numbers):
        why = next((n.varying for n in (*numbers[0], *numbers[1]) if n.varying), None)
        return Number(varying=why)
    return UNKNOWN


def _joined_path(left: Value, right: Value) -> Value | None:
    """What ``/`` joins paths and texts to; None for what is not known as a path."""
    for side in (left, right):
        if isinstance(side, ExternalInstance) and side.name in JOINED_BY_SLASH:
            return side
    return None


def _numbers(value: Value) -> list[Number]:
    """The alternatives of a value that can only be a number; empty when it can be something else."""
    found = [m for m in members(value) if m not in (NONE, BOOL)]
    numbers = [m for m in found if isinstance(m, Number)]
    return numbers if len(numbers) == len(found) else []


def item_of(container: Container, index: ast.expr, at: Value) -> Value:
    """What ``container[index]`` may be, ``at`` being what the index is."""
    if isinstance(index, ast.Slice):
        return Container(container.kind, element=any_item(container))
    if container.items is None:
        return container.element or UNKNOWN
    match index:
        case ast.Constant(value=int(position)) if container.kind in ("list", "tuple"):
            if -len(container.items) <= position < len(container.items):
                return container.items[position]
        case ast.Constant(value=str(key)) if key in container.keys:
            return container.items[container.keys.index(key)]
    return one_at(at, *container.items) if container.items else UNKNOWN


def filled_by_keys(held: Value, put: list[tuple[ast.expr | None, Value]]) -> Value:
    """A dict with what is put into it later: under a key that is written out, or under any."""
    if not isinstance(held, Container) or not put:
        return held
    by_key = dict(zip(held.keys, held.items or (), strict=False))
    for key, value in put:
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return Container("dict", element=join(*(held.items or ()), *(v for _, v in put)))
        by_key[key.value] = join(by_key.get(key.value, NOTHING), value)
    if None in by_key or held.items is None:
        return Container("dict", element=join(*(held.items or ()), *(v for _, v in put)))
    return Container("dict", tuple(by_key.values()), tuple(by_key))


def one_at(place: Value, *items: Value) -> Value:
    """One of several items: one number after another where the place changes."""
    item = join(*items)
    numbers = {m.constant for m in members(item) if isinstance(m, Number)}
    why = varying(place)
    if why is None or len(numbers) < 2 or len(numbers) < len(members(item)):
        return item
    return Number(varying=why)


def any_item(container: Container) -> Value | None:
    return join(*container.items) if container.items else container.element


def iterated(value: Value) -> Value:
    """What a loop over ``value`` sees."""
    found: list[Value] = []
    for member in members(value):
        match member:
            case Container(kind="dict", keys=keys):  # its keys, whose values nobody keeps
                found.append(TEXT if keys and None not in keys else UNKNOWN)
            case Container(items=items, element=element) if items is not None:
                found.append(_one_of(items) if items else element or UNKNOWN)
            case Container(element=element):
                found.append(element or UNKNOWN)
            case Simple(kind=Kind.TENSOR | Kind.VARIABLE):
                found.append(TENSOR)
            case Simple(kind=Kind.TENSORS | Kind.DATASET | Kind.ITERATOR):
                found.append(TENSORS)
            case Simple(kind=Kind.ARRAY | Kind.SYMBOL):
                found.append(member)
            case Simple(kind=Kind.SHAPE):
                found.append(NUMBER)
            case Text():
                found.append(TEXT)
            case _:
                found.append(UNKNOWN)
    return join(*found)


def taken(item: Value, why: Varying) -> Value:
    """An item where it is taken: that is where numbers change which an iterator gives in turn."""
    found = members(item)
    if not any(isinstance(m, Number) and m.varying and m.varying.is_item for m in found):
        return item
    return join(
        *(
            Number(varying=why)
            if isinstance(m, Number) and m.varying is not None and m.varying.is_item
            else m
            for m in found
        )
    )


def _one_of(items: tuple[Value, ...]) -> Value:
    constants = {item.constant for item in items if isinstance(item, Number)}
    if len(constants) > 1 and all(isinstance(item, Number) for item in items):
        return Number(varying=Varying("", 0, "takes each number of a list in turn"))
    return join(*items)


def unpack(value: Value, path: tuple[int | None, ...]) -> Value:
    """What one target of an unpacking gets."""
    for step in path:
        found: list[Value] = []
        for member in members(value):
            match member:
                case Container(items=items) if items is not None and step is not None:
                    found.append(items[step] if step < len(items) else UNKNOWN)
                case Simple(kind=Kind.TENSOR | Kind.TENSORS | Kind.SYMBOL | Kind.ARRAY):
                    found.append(member)
                case _:
                    found.append(iterated(member))
        value = join(*found)
    return value


def as_tensors(value: Value) -> Value:
    """What a graph returns for what its Python function returns."""
    return join(
        *(
            TENSOR if isinstance(m, (Number, Text)) or m in (BOOL, ARRAY) else m
            for m in members(value)
        )
    )


def doubles(statement: ast.AST) -> bool:
    """True for what leaves a number few values, since it goes up or down by whole factors: ``n *= 2``."""
    match statement:
        case ast.AugAssign(op=ast.Mult() | ast.FloorDiv(), value=ast.Constant(value=int(factor))):
            return factor > 1
        case ast.Assign(
            value=ast.BinOp(op=ast.Mult() | ast.FloorDiv(), right=ast.Constant(value=int(factor)))
        ):
            return factor > 1
        case _:
            return False
