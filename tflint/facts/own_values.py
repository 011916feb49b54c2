"""Graphs that always run with one value of what they read: code gives it that value before each call.

``train`` sets ``model.training = True`` and calls one tf.function, ``score`` sets it to False and calls
another: neither graph meets the value of the other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable

from tflint.facts.eager_events import Event, Mutation
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Function, loops_around, outward
from tflint.syntax.trees import walk

GraphKey = tuple[Function | None, str]
"""What is called, and which graph of that."""


def key_of_graph(call: Event) -> GraphKey:
    return call.entry, call.graph


def graphs_of_one_value(
    calls: Iterable[Event],
    lines: list[tuple[Event, Mutation]],
    is_direct: Callable[[Event], bool],
    may_be_about: Callable[[Event, Mutation], bool],
) -> set[GraphKey]:
    """The graphs for which something has the same value whenever they are called.

    ``lines`` change that thing or lead to what does, ``is_direct`` tells calls of the graphs from
    calls that lead to these, and ``may_be_about`` for which calls a change matters.
    """
    values: dict[GraphKey, set[Hashable | None]] = {}
    for call in calls:
        if is_direct(call):
            about = [(line, change) for line, change in lines if may_be_about(call, change)]
            is_one = len({(change.event.function, change.text) for _, change in about}) == 1
            values.setdefault(key_of_graph(call), set()).add(_value_before(call, about, is_one))
    return {key for key, found in values.items() if len(found) == 1 and None not in found}


def _value_before(
    call: Event, lines: list[tuple[Event, Mutation]], is_one: bool
) -> Hashable | None:
    """What a line right before a call gives, each time before it is made; None where none does.

    Where all lines set one attribute of one name (``is_one``), that is what they set, whichever model that
    it is a part of is called.
    """
    here = [(line, change) for line, change in lines if line.function is call.function]
    above = [pair for pair in here if pair[0].position < call.position]
    if not above:
        return None
    last, change = max(above, key=lambda pair: pair[0].position)
    if not is_one and (call.place is None or last.place != call.place):
        return None
    if last.block not in (None, *outward(call.block)):
        return None
    value = change.value if _always_sets(last, change, here) else _told(last, change)
    inner: set[ast.AST] = {*loops_around(call.block)} - {*loops_around(last.block)}
    others = (line for line, _ in here if line is not last)
    if any(not inner.isdisjoint(loops_around(line.block)) for line in others):
        return None
    return value


def _told(line: Event, change: Mutation) -> Hashable | None:
    """What stands for all that a call sets which is told no more than an object and constants.

    ``set_mode(model, "train")`` leaves the model in one state, whatever that is.
    """
    called = change.event.function
    match line.node:
        case ast.Call(func=ast.Name(id=called.name), args=args, keywords=keywords):
            names = [parameter.arg for parameter in called.parameters]
            given = [*zip(names, args, strict=False), *((k.arg, k.value) for k in keywords)]
        case _:
            return None
    constants = [(name, key_of(value)) for name, value in given if isinstance(value, ast.Constant)]
    told = {name for name, _ in constants}
    is_told = all(name in told or (name and _is_object(name, called)) for name, _ in given)
    return ("told", called, *constants) if constants and is_told else None


def _is_object(name: str, function: Function) -> bool:
    """True for a parameter of which a function only asks attributes."""
    parts = [*walk(function.node)]
    asked = {
        id(part.value)
        for part in parts
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)
    }
    return all(id(p) in asked for p in parts if isinstance(p, ast.Name) and p.id == name)


def _always_sets(line: Event, change: Mutation, here: list[tuple[Event, Mutation]]) -> bool:
    """True for a line that makes a change, or calls a method which always makes it, and no other."""
    if line.node is change.event.node:
        return True
    event = change.event
    return (
        [other for other, _ in here if other.node is line.node] == [line]
        and event.block is None
        and isinstance(line.node, ast.Call)
        and isinstance(line.node.func, ast.Attribute)
        and line.node.func.attr == event.function.name
        and not any(
            isinstance(s, ast.Return) and s.lineno < event.line
            for s, _ in event.function.statements
        )
    )
