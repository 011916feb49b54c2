"""Symbolic tensors of Keras: what ``keras.Input`` gives, and what may hold one."""

from __future__ import annotations

from tflint.api import knowledge
from tflint.facts.expressions.values import (
    NONE,
    Container,
    ExternalInstance,
    Instance,
    Number,
    Text,
    Value,
    members,
)


def holds_input(value: Value) -> bool:
    """True for what is known to be, or to hold, a symbolic tensor of Keras."""
    return any(
        any(map(holds_input, _parts(member)))
        if isinstance(member, Container)
        else isinstance(member, ExternalInstance) and member.name == knowledge.KERAS_INPUT
        for member in members(value)
    )


def may_hold_input(value: Value) -> bool:
    """True for all but what is known to be, or to hold, no symbolic tensor of Keras."""
    for member in members(value):
        if isinstance(member, Container):
            parts = _parts(member)
            if not parts or any(map(may_hold_input, parts)):
                return True
        elif isinstance(member, ExternalInstance):
            if member.name == knowledge.KERAS_INPUT:
                return True
        elif member != NONE and not isinstance(member, (Instance, Number, Text)):
            return True
    return False


def _parts(container: Container) -> list[Value]:
    return [*(container.items or ()), *([container.element] if container.element else [])]
