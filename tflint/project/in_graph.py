"""What values become in a graph, and what comes back of them."""

from __future__ import annotations

from tflint.project.operations import iterated, unpack
from tflint.project.values import (
    ARRAY,
    BOOL,
    CAPTURED,
    DATASET,
    ITERATOR,
    TENSOR,
    TENSORS,
    UNKNOWN,
    VARIABLE,
    Container,
    Number,
    Simple,
    Value,
    join,
    members,
)

SYMBOLIC = (TENSOR, VARIABLE)


def operand(value: Value) -> Value:
    """What a value counts as in an operation: its result is part of the graph."""
    return TENSOR if value in (CAPTURED, TENSORS) else value


def captured(value: Value) -> Value:
    """What a value from outside is in the graph: eager tensors there keep their value."""
    found: list[Value] = []
    for member in members(value):
        match member:
            case Simple() if member == TENSOR:
                found.append(CAPTURED)
            case Simple() if member == TENSORS:
                found.append(UNKNOWN)
            case Container(kind=kind, items=items, keys=keys, element=element):
                inner = None if items is None else tuple(captured(item) for item in items)
                other = None if element is None else captured(element)
                found.append(Container(kind, inner, keys, other))
            case _:
                found.append(member)
    return join(*found)


def as_argument(value: Value) -> Value:
    """What a value given to a ``tf.function`` is inside."""
    found: list[Value] = []
    for member in members(value):
        match member:
            case Simple() if member in (ARRAY, CAPTURED):
                found.append(TENSOR)
            case Container(kind=kind, items=items, keys=keys, element=element):
                inner = None if items is None else tuple(as_argument(item) for item in items)
                other = None if element is None else as_argument(element)
                found.append(Container(kind, inner, keys, other))
            case _:
                found.append(member)
    return join(*found)


def from_graph(value: Value) -> Value:
    """What a graph returns for what its Python function returns."""
    plain = {BOOL, ARRAY, CAPTURED}
    return join(*(TENSOR if m in plain or isinstance(m, Number) else m for m in members(value)))


def elements(value: Value) -> Value:
    """What a loop sees."""
    return join(
        *(
            TENSORS
            if m in (TENSORS, DATASET, ITERATOR)
            else TENSOR
            if m == CAPTURED
            else iterated(m)
            for m in members(value)
        )
    )


def parts(value: Value, path: tuple[int | None, ...]) -> Value:
    """What one target of an unpacking gets."""
    for step in path:
        value = join(
            *(
                TENSORS if m == TENSORS else TENSOR if m == CAPTURED else unpack(m, (step,))
                for m in members(value)
            )
        )
    return value
