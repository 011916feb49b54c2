"""Graphs that always run with one value of what they read: code gives it that value before each call.

``train`` sets ``model.training = True`` and calls one tf.function, ``score`` sets it to False and calls
another: neither graph meets the value of the other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterable

from tflint.facts.order.eager_events import Event, Mutation
from tflint.syntax.expressions import key_of
from tflint.syntax.model import AttributeStore, Function, loops_around, outward
from tflint.syntax.path_conditions import tests_around
from tflint.syntax.scopes import is_only_a_parameter
from tflint.syntax.trees import children, walk

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
    value = change.value if _always_sets(last, change, here) else _told(last, change, here)
    inner: set[ast.AST] = {*loops_around(call.block)} - {*loops_around(last.block)}
    others = (line for line, _ in here if line is not last)
    if any(not inner.isdisjoint(loops_around(line.block)) for line in others):
        return None
    return value


def _told(line: Event, change: Mutation, here: list[tuple[Event, Mutation]]) -> Hashable | None:
    """What stands for all that a call sets which is told no more than an object and constants.

    ``set_mode(model, "train")`` leaves the model in one state, whatever that is, where it sets that by
    nothing else.
    """
    called = change.event.function
    match line.node:
        case ast.Call(func=ast.Name(id=called.name), args=args, keywords=keywords):
            names = [parameter.arg for parameter in called.parameters]
            given = [*zip(names, args, strict=False), *((k.arg, k.value) for k in keywords)]
        case _:
            return None
    constants = [(name, key_of(value)) for name, value in given if isinstance(value, ast.Constant)]
    told = {name for name, _ in constants if name}
    is_told = all(name in told or (name and _is_object(name, called)) for name, _ in given)
    if not constants or not is_told:
        return None
    stored = {id(store.binding.node) for store in called.stores}
    changes = [other for event, other in here if event.node is line.node]
    if not all(id(other.event.node) in stored for other in changes):
        return None
    objects = {name for name, _ in given if name and name not in told}
    changed = {
        store.node.attr
        for function in called.module.functions
        if function.name != "__init__"
        for store in function.stores
    }
    told = {name for name in told if is_only_a_parameter(name, called)}
    is_set = all(_sets_told(store, told, objects, changed) for store in called.stores)
    return ("told", called, *constants) if is_set else None


def _sets_told(store: AttributeStore, told: set[str], objects: set[str], changed: set[str]) -> bool:
    """True for an attribute that is set by constants, told parameters and attributes that stay as they are.

    That is what it is set to, and each test and loop on the way. ``changed`` are attributes that do not.
    """
    function, binding = store.function, store.binding
    if binding.kind != "assign" or binding.value is None:
        return False
    parts, names = [binding.value, *tests_around(store.node, binding.block, function)], {*objects}
    for loop in loops_around(binding.block):
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
            return False
        if any(other.kind != "for" for other in function.bindings[loop.target.id]):
            return False
        parts.append(loop.iter)
        names.add(loop.target.id)
    return all(_stays(part, told, names, changed) for part in parts)


def _stays(part: ast.AST, told: set[str], objects: set[str], changed: set[str]) -> bool:
    """True for what constants, told parameters and unchanged attributes of objects alone make."""
    match part:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name in told
        case ast.Attribute(value=value, attr=attr):
            is_object = isinstance(value, ast.Name) and value.id in objects
            return attr not in changed and (is_object or _stays(value, told, objects, changed))
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp() | ast.BinOp() | ast.IfExp():
            inner = [child for child in children(part) if isinstance(child, ast.expr)]
            return all(_stays(child, told, objects, changed) for child in inner)
        case _:
            return False


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
