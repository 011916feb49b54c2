"""What values become in a graph, and what comes back of them."""

from __future__ import annotations

from collections.abc import Callable

from tflint.facts.expressions.operators import iterated, unpack
from tflint.facts.expressions.values import (
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
    Value,
    join,
    members,
)

SYMBOLIC = (TENSOR, VARIABLE)


def operand(value: Value) -> Value:
    """What a value counts as in an operation: its result is part of the graph."""
    found = members(value)
    return TENSOR if found and all(m in (TENSOR, CAPTURED, TENSORS) for m in found) else value


def captured(value: Value) -> Value:
    """What a value from outside is in the graph: eager tensors there keep their value."""
    return _each(value, _as_captured)


def _as_captured(value: Value) -> Value:
    if value == TENSOR:
        return CAPTURED
    return UNKNOWN if value == TENSORS else value


def as_argument(value: Value) -> Value:
    """What a value given to a ``tf.function`` is inside."""
    return _each(value, lambda part: TENSOR if part in (ARRAY, CAPTURED) else part)


def _each(value: Value, become: Callable[[Value], Value]) -> Value:
    """A value whose members, those in containers too, have become others."""
    found: list[Value] = []
    for member in members(value):
        if isinstance(member, Container):
            items = member.items
            inner = None if items is None else tuple(_each(item, become) for item in items)
            other = None if member.element is None else _each(member.element, become)
            found.append(Container(member.kind, inner, member.keys, other))
        else:
            found.append(become(member))
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
