"""What tells the traces of a tf.function apart: the Python arguments of its calls."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from tflint.api import knowledge
from tflint.api.records import words
from tflint.facts.expressions.values import (
    ARRAY,
    TENSOR,
    ExternalInstance,
    FunctionValue,
    Instance,
    is_number,
    members,
    varying,
)
from tflint.facts.graphs.context_settings import OneOf, constant_setting
from tflint.facts.order.eager_events import Event, Mutation, made_once
from tflint.facts.order.hybridizing import GLUON_GRAPH
from tflint.syntax.definitions import default_of
from tflint.syntax.expressions import are_same, names_in
from tflint.syntax.model import Function, loops_around, outward
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, written_out
from tflint.syntax.trees import called_name

if TYPE_CHECKING:
    from tflint.facts.graphs.project import Project

_MADE_BY_SHAPE = words("empty full ones zeros")
"""What makes arrays and tensors of a shape that comes first."""


class TraceKeys:
    """Tells of calls of a tf.function whether one can use the trace of another."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def traces_anew(self, first: Event, second: Event) -> bool:
        """True when the later of two calls of a tf.function is given another object, or constant."""
        earlier, later = self._keys(first), self._keys(second)
        return any(earlier[name] != later[name] for name in earlier.keys() & later.keys())

    def is_new_each_turn(self, call: Event, loop: ast.AST) -> bool:
        """True for a call that is given a function, or a number of Python, which is new at each turn."""
        given = self._given(call).values()
        return any(self._is_made_in(loop, node, call.function) for node in given) or (
            not self._is_signed(call)
            and any(
                self._counts_turns(loop, node, call.function)
                or self._moves_on(loop, node, call.function)
                for node in given
            )
        )

    def follow(self, change: Mutation, calls: list[Event]) -> bool:
        """True where the calls of a graph are given an argument that tells what a change above them sets.

        The same number of Python, or a tensor of the size that is set: another value comes with another
        trace, as long as nothing else traces for it. ``calls`` are all that the project has of the graph.
        """
        binding, event = change.binding, change.event
        if binding is None or binding.kind != "assign" or binding.path or binding.value is None:
            return False
        value = binding.value
        return bool(calls) and all(
            call.position > event.position
            and event.block in (None, *outward(call.block))
            and not self._is_generalised(call)
            and _holds_still(value, event, call)
            and any(self._tells(one, value, call.function) for one in self._given(call).values())
            if call.function is event.function
            else self._leads_on(call)
            for call in calls
        )

    def _leads_on(self, call: Event) -> bool:
        """True for a call of another function of the project, in which the graph is called."""
        site = call.function.site_of(call.node) if isinstance(call.node, ast.Call) else None
        called = [] if site is None else self._project.inference.callers.called(site)
        return bool(called) and call.run is None and call.entry not in called

    def _tells(self, given: ast.expr, value: ast.expr, function: Function) -> bool:
        """True for an argument that is another one, for the trace, whenever a value is another."""
        if any(are_same(given, of) for of in _whose_size(value)):
            return True
        if are_same(given, value) and is_number(self._project.inference.value(given, function)):
            return True
        made = _written(given, function)
        return isinstance(made, ast.Call) and any(are_same(size, value) for size in _sizes(made))

    def _is_generalised(self, call: Event) -> bool:
        """True where an option has one trace for several sizes or numbers."""
        return self._has_option(call, *knowledge.GENERALISING)

    def _is_signed(self, call: Event) -> bool:
        """True where a signature makes tensors of numbers."""
        return self._has_option(call, "input_signature")

    def _has_option(self, call: Event, *names: str) -> bool:
        return call.entry is not None and any(
            made.value.option(name) is not None
            for made in self._project.tracing.graph_sites_of(call.entry)
            for name in names
        )

    def _counts_turns(self, loop: ast.AST, given: ast.expr, function: Function) -> bool:
        """True for the number of a turn: ``for epoch in range(n): step(x, epoch)``."""
        match given:
            case ast.BinOp(left=counted, op=ast.Add() | ast.Sub(), right=ast.Constant()):
                return self._counts_turns(loop, counted, function)
            case ast.Name(id=name) if holder_of(name, function) is function:
                bindings = function.bindings.get(name, ())
                counts = bool(bindings) and all(
                    b.kind == "for" and b.node is loop for b in bindings
                )
                return counts and is_number(self._project.inference.value(given, function))
        return False

    def _moves_on(self, loop: ast.AST, given: ast.expr, function: Function) -> bool:
        """True for a number that each turn sets anew, to what is known to change: nothing says it stays."""
        if not isinstance(given, ast.Name) or holder_of(given.id, function) is not function:
            return False
        value = self._project.inference.value(given, function)
        return (
            is_number(value)
            and varying(value) is not None
            and _is_bound_each_turn(given.id, loop, function)
        )

    def _given(self, call: Event) -> dict[str, ast.expr]:
        """The arguments of a call of a graph as they are written, and the defaults of what it leaves."""
        entry, function = call.entry, call.function
        site = function.site_of(call.node) if isinstance(call.node, ast.Call) else None
        callers = self._project.inference.callers
        if site is None or entry is None or entry not in callers.called(site):
            return {}
        if call.graph == GLUON_GRAPH:  # there is one for all arguments
            return {}
        given = dict(callers.arguments(site, entry))
        if callers.unread(site, entry) == frozenset():
            for parameter in entry.parameters:
                default = default_of(entry, parameter.arg)
                if default is not None and isinstance(default, ast.Constant):
                    given.setdefault(parameter.arg, default)
        return given

    def _keys(self, call: Event) -> dict[str, Hashable]:
        """Constants, functions, objects made once and tensors, by the parameters that are given them."""
        given = self._given(call)
        is_signed = self._is_signed(call)
        found: dict[str, Hashable] = {}
        for name, node in given.items():
            constant = constant_setting(name, _written(node, call.function))
            if constant is not None and not isinstance(constant.value, OneOf):
                found |= {} if is_signed else {name: constant.value}
            elif (key := self._key(node, call.function)) is not None:
                found[name] = key
        return found

    def _key(self, given: ast.expr, function: Function) -> Hashable:
        """What stands for a function, an object made once, or all tensors; None for all else."""
        if isinstance(given, ast.Lambda):
            return given
        known = members(self._project.inference.value(given, function))
        if all(m in (TENSOR, ARRAY) for m in known):
            return TENSOR
        if all(isinstance(m, (Instance, ExternalInstance)) for m in known):
            return made_once(given, function)
        match [*known]:
            case [FunctionValue(function=named, bound=False)] if named.is_static or not named.owner:
                return named.node
        return None

    def _is_made_in(self, loop: ast.AST, given: ast.expr, function: Function) -> bool:
        if isinstance(given, ast.Lambda):
            return True
        if not isinstance(given, ast.Name) or holder_of(given.id, function) is not function:
            return False
        bindings = function.bindings.get(given.id, ())
        return bool(bindings) and all(
            (b.kind == "def" or isinstance(b.written, ast.Lambda)) and loop in loops_around(b.block)
            for b in bindings
        )


def _is_bound_each_turn(name: str, loop: ast.AST, function: Function) -> bool:
    """True where each turn of a loop assigns to a name, be it in one arm of an ``if`` or the other."""
    waiting = [b.block for b in function.bindings.get(name, ()) if b.kind == "assign"]
    seen: set[tuple[ast.AST, str]] = set()
    for block in waiting:  # which grows meanwhile
        if block is None:
            continue
        if block.node is loop and block.arm == "body":
            return True
        seen.add((block.node, block.arm))
        if (
            isinstance(block.node, ast.If)
            and {(block.node, "body"), (block.node, "orelse")} <= seen
        ):
            waiting.append(block.parent)
    return False


def _holds_still(value: ast.expr, event: Event, call: Event) -> bool:
    """True where all names in a value are the function's, and are at a call what they were at a line."""
    names = names_in(value)
    return bool(names) and all(
        holder_of(name, event.function) is event.function
        and reaching(name, event.node, event.function) == reaching(name, call.node, call.function)
        for name in names
    )


def _sizes(made: ast.Call) -> list[ast.expr]:
    """The sizes of what a call makes, where it is told a shape."""
    if called_name(made.func) not in _MADE_BY_SHAPE:
        return []
    shapes = [keyword.value for keyword in made.keywords if keyword.arg == "shape"] + made.args[:1]
    return [
        size
        for shape in shapes
        for size in (shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape])
    ]


def _whose_size(value: ast.expr) -> Iterator[ast.expr]:
    """The tensors of which an expression is a size: ``x`` of ``x.shape[0]`` and of ``len(x)``."""
    match value:
        case ast.Subscript(value=ast.Attribute(value=of, attr="shape")):
            yield of
        case ast.Attribute(value=of, attr="shape"):
            yield of
        case ast.Call(func=ast.Name(id="int"), args=[of]):
            yield from _whose_size(of)
        case ast.Call(func=ast.Name(id="len"), args=[of]):
            yield of
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="shape"), args=[of])):
            yield of


def _written(node: ast.expr, function: Function) -> ast.expr:
    """What a variable of a function holds where it stands, if just one expression."""
    if isinstance(node, ast.Name) and holder_of(node.id, function) is function:
        return written_out(node, function)
    return node
