"""What parameters of traced functions may be: from what traces them, and their traced callers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from tflint.api import knowledge
from tflint.api.lookup import record
from tflint.api.records import Record, Result, Runs, words
from tflint.facts.expressions.in_graph import SYMBOLIC, as_argument, captured, operand
from tflint.facts.expressions.operators import unpack
from tflint.facts.expressions.parameters import Parameters
from tflint.facts.expressions.questions import Questions
from tflint.facts.expressions.values import (
    ARRAY,
    BOOL,
    NONE,
    NUMBER,
    TENSOR,
    TENSORS,
    UNKNOWN,
    Container,
    External,
    FunctionValue,
    Instance,
    Number,
    Partial,
    Value,
    join,
    members,
)
from tflint.finding import EntryKind
from tflint.syntax.blocks import COMPREHENSIONS, part_at
from tflint.syntax.definitions import default_of
from tflint.syntax.expressions import written_items
from tflint.syntax.model import Binding, CallSite, Function
from tflint.syntax.scopes import holder_of, is_only_a_parameter, written_out
from tflint.syntax.trees import called_name, children, once_a_node, walk

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference
    from tflint.facts.graphs.tracing import Tracing
    from tflint.facts.graphs.tracing_context import Traced, TracingContext, Way

_LAMBDA = "keras.layers.Lambda"
_GIVEN_TENSORS = words("call train_step test_step predict_step update_state")
"""Methods that Keras gives tensors."""
_PLAIN = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
"""Statements without branches."""
_OF_TENSORS = words(
    """
    reduce_sum reduce_mean reduce_max reduce_min reduce_any reduce_all reduce_prod shape matmul
    transpose argmax argmin expand_dims squeeze unstack
    """
)


class ContextQuestions(Questions, Protocol):
    """What is asked about functions in their tracing contexts."""

    def here(self, function: Function) -> Traced | None:
        """A function in the context that is asked about; None for one that is not traced."""

    def value_in(self, node: ast.expr, traced: Traced) -> Value:
        """What ``node`` may be in one context of the function that it stands in."""


class TracedParameters(Parameters):
    """Answers ``value(name, binding, function)`` for functions that are traced.

    Args:
        questions: says what expressions of traced functions are.
        plain: says what they are in eager code.
        tracing: which functions are traced.
    """

    def __init__(self, questions: ContextQuestions, plain: Inference, tracing: Tracing) -> None:
        super().__init__(questions, plain.callers, plain.classes)
        self._in_context = questions
        self._plain = plain
        self._tracing = tracing
        self._operations: dict[Function, dict[str, list[CallSite]]] = {}

    def worked_out(self, name: str, binding: Binding, function: Function) -> Value:
        """What a parameter is in the context that is asked about, and outside of any what it is there."""
        traced = self._in_context.here(function)
        if traced is None or not isinstance(binding.node, ast.arg):
            return captured(self._plain.parameters.value(name, binding, function))
        if isinstance(function.node, ast.Module):
            return super().worked_out(name, binding, function)
        if not _is_named(binding.node, function):
            rest = self._rest(binding.node, traced)
            if rest is not None:
                return rest
            if traced.is_made_by_tf_function and binding.node is _arguments(function).vararg:
                return Container("tuple")  # what they are used as tells more
            return super().worked_out(name, binding, function)
        if function.owner is not None and binding.path == (0,) and not function.is_static:
            found = self._plain.parameters.value(name, binding, function)
            receiver = traced.context.receiver
            if receiver is not None and isinstance(found, Instance):
                return Instance(receiver)
            return found
        given = self._from_framework(name, binding, traced)
        if given is not None:
            is_one = given == TENSORS and (
                _is_one_tensor(name, function) or self._is_given_one_tensor(name, traced)
            )
            return TENSOR if is_one else given
        return self._from_program(name, binding.node, traced)

    def _is_given_one_tensor(self, name: str, traced: Traced) -> bool:
        """True for the input of a layer that only calls in graphs run, which all give it one tensor."""
        if any(way.caller is None for way in traced.ways):
            return False
        found = self._from_calls(name, traced)
        return bool(found) and all(value == TENSOR for value in found)

    def _from_program(self, name: str, node: ast.arg, traced: Traced) -> Value:
        """What annotations and calls say of a parameter, and its use where these say nothing."""
        function = traced.function
        declared = self._declared(node, function)
        if declared not in (UNKNOWN, ARRAY, TENSOR):
            return declared
        found = self._from_calls(name, traced)
        if declared == TENSOR and not any(map(_may_be_no_tensor, found)):
            return join(TENSOR, ARRAY) if self._is_array_elsewhere(name, traced) else declared
        if found and any(operand(value) in (*SYMBOLIC, TENSORS) for value in found):
            found = [value for value in found if value != UNKNOWN]
        is_entry = traced.is_made_by_tf_function
        spread = [value for value in self._spread(name, traced) if value != UNKNOWN]
        if is_entry and declared == UNKNOWN and all(value == UNKNOWN for value in found):
            if self._is_used_as_tensor(name, function):
                return TENSOR
            found = [*spread] or [UNKNOWN]
        else:
            found += spread
        if not found:
            return as_argument(declared) if is_entry else declared
        return join(*found)

    def _is_array_elsewhere(self, name: str, traced: Traced) -> bool:
        """True where only annotations say tensor, of functions that nothing calls, and other calls array.

        These may be calls of which only the name tells what they call.
        """
        if traced.is_made_by_tf_function:
            return False
        given = [
            (self._plain.callers.arguments(site, traced.function).get(name), caller.function)
            for site, caller in self._tracing.calls_of(traced)
            if caller is not None
        ]
        return (
            bool(given)
            and self._are_only_declared(given)
            and any(
                map(_may_be_no_tensor, self._plain.parameters.perhaps_given(name, traced.function))
            )
        )

    def _are_only_declared(self, given: list[tuple[ast.expr | None, Function]]) -> bool:
        return all(self._is_only_declared(node, function) for node, function in given)

    def _is_only_declared(self, node: ast.expr | None, function: Function) -> bool:
        """True for what only an annotation tells of: a parameter of what is no graph and nothing calls."""
        holder = holder_of(node.id, function) if isinstance(node, ast.Name) else None
        if not isinstance(node, ast.Name) or holder is None:
            return False
        return (
            any(p.arg == node.id and p.annotation is not None for p in holder.parameters)
            and len(holder.bindings[node.id]) == 1
            and not any(traced.is_made_by_tf_function for traced in self._tracing.traced(holder))
            and not self._plain.callers.of(holder)
        )

    def _is_used_as_tensor(self, name: str, function: Function) -> bool:
        """True for an argument of a graph that is used as only tensors and arrays are.

        It goes straight to an operation on whole tensors, or is asked for its shape or its array.
        """
        if len(function.bindings[name]) != 1:
            return False
        return name in _asked_for_shapes(function.node) or any(
            isinstance(self._plain.value(site.node.func, function), External)
            for site in self._given_to_operations(function).get(name, ())
        )

    def _given_to_operations(self, function: Function) -> Mapping[str, Sequence[CallSite]]:
        """The calls of a function that may be of operations on tensors, by the name that each is given."""
        known = self._operations.get(function)
        if known is None:
            known = self._operations[function] = {}
            for site in function.calls:
                given = site.node.args[:1]
                if site.name in _OF_TENSORS and given and isinstance(given[0], ast.Name):
                    known.setdefault(given[0].id, []).append(site)
        return known

    def _declared(self, node: ast.arg, function: Function) -> Value:
        if node.annotation is None:
            return UNKNOWN
        return self._plain.parameters.annotated(node.annotation, function.parent or function)

    def _from_framework(self, name: str, binding: Binding, traced: Traced) -> Value | None:
        """What a parameter is by the framework that calls the function; None where it does not say."""
        function, context = traced.function, traced.context
        place = binding.path[0] if binding.path and binding.path[0] is not None else 99
        place -= 1 if function.is_method else 0
        owner = function.owner
        if owner is not None and function.name in knowledge.KERAS_PARTS_OF_STEPS:
            if context.is_entry and context.kind is EntryKind.KERAS:
                return {"training": BOOL, "sample_weight": join(TENSORS, NONE)}.get(name, TENSORS)
        if owner is not None and function.name in _GIVEN_TENSORS:
            if self._plain.classes.is_layer(owner):
                return TENSORS if place == 0 else None
            if context.is_entry and context.kind is EntryKind.KERAS:
                if place < 2:
                    return TENSORS
                return join(TENSORS, NONE) if name == "sample_weight" else None
        if default_of(function, name) is None and any(
            self._gives_tensors(way, context, place) for way in traced.ways
        ):
            return TENSORS
        return None

    def _gives_tensors(self, way: Way, context: TracingContext, place: int) -> bool:
        """True for a call that is given the function, and calls that with tensors at a place."""
        if way.argument is None or way.site is None:
            return False
        value = self._plain.value(way.argument, way.site.function)
        if any(isinstance(member, Partial) for member in members(value)):
            return False
        names = members(self._plain.value(way.site.node.func, way.site.function))
        if External(_LAMBDA) in names:
            return place == 0  # all others are what its `arguments` say, which are no tensors
        if context.is_entry and context.kind in (EntryKind.DATASET, EntryKind.KERAS):
            return True
        return any(isinstance(m, External) and _calls_with_tensors(record(m.name)) for m in names)

    def _from_calls(self, name: str, traced: Traced) -> list[Value]:
        """What calls give a parameter: those of traced code, and for an entry point all of them."""
        function, is_entry = traced.function, traced.is_made_by_tf_function
        if is_entry and name in (signed := self.signed(function)):
            return [TENSOR if _is_of_tensor(signed[name]) else TENSORS]
        found: list[Value] = []
        missing = False
        for site, caller in self._tracing.calls_of(traced):
            if caller is None and not is_entry:
                continue
            given = self._plain.callers.arguments(site, function).get(name)
            if given is None:
                before = self._plain.callers.given_before(site, function)
                missing = missing or name not in before
                continue
            value = (
                self._outside(given, site.function)
                if caller is None
                else self._in_context.value_in(given, caller)
            )
            found.append(as_argument(value) if is_entry else value)
        held = list(self._held(name, function))
        found += map(as_argument, held) if is_entry else held
        default = default_of(function, name)
        if default is not None and (missing or not found):
            holder = function.parent or function.module.body
            value = captured(self._plain.value(default, holder))
            found.append(NUMBER if isinstance(value, Number) else value)
            if value == NONE and len(found) == 1:
                found.append(UNKNOWN)
        return found

    def _spread(self, name: str, traced: Traced) -> Iterator[Value]:
        """What calls that spread out lists or the like (``step(*batch)``) may give a parameter."""
        function, is_entry = traced.function, traced.is_made_by_tf_function
        places = function.places
        for site, caller in self._tracing.calls_of(traced) if name in places else ():
            if caller is None and not is_entry:
                continue
            if name in self._plain.callers.arguments(site, function):
                continue
            for node, first in self._plain.callers.spread(site, function):
                place = places.index(name) - first
                if caller is None:
                    yield as_argument(self._item_outside(node, place, site.function))
                else:
                    value = _at(self._in_context.value_in(node, caller), place)
                    yield as_argument(value) if is_entry else value

    def _item_outside(self, node: ast.expr, place: int, function: Function) -> Value:
        """An item of what eager code spreads out, which may be a structure where it is not written out."""
        written = part_at((place,), written_out(node, function)) if place >= 0 else None
        if written is not None:
            return self._outside(written, function)
        value = _at(self._plain.value(node, function), place)
        return TENSORS if value == TENSOR else value

    def _held(self, name: str, function: Function) -> Iterator[Value]:
        """What partials of a function, ``map`` and their like have for a parameter."""
        for site in self._plain.callers.indirect(function):
            given = self._plain.callers.arguments(site, function).get(name)
            if given is not None:
                yield from (
                    self._outside(given, site.function)
                    if caller is None
                    else self._in_context.value_in(given, caller)
                    for caller in self._tracing.traced(site.function) or (None,)
                )

    def _rest(self, node: ast.arg, traced: Traced) -> Value | None:
        """What calls of traced code give ``*args`` or ``**kwargs``; None where that is not known."""
        if traced.is_made_by_tf_function:
            return None
        found: list[Value] = []
        for site, caller in self._tracing.calls_of(traced):
            if caller is None:
                continue
            beyond = self._plain.callers.arguments_beyond(site, traced.function)
            if beyond is None:
                return None
            places, names = beyond
            is_dict = node is _arguments(traced.function).kwarg
            given = [
                self._in_context.value_in(argument, caller)
                for argument in (names.values() if is_dict else places)
            ]
            if is_dict:
                found.append(Container("dict", tuple(given), tuple(names)))
            else:
                found.append(Container("tuple", tuple(given)))
        return join(*found) if found else None

    def _outside(self, node: ast.expr, function: Function) -> Value:
        """What an expression is in eager code; what a call gives may be a structure."""
        value = self._plain.value(node, function)
        if value != TENSOR:
            return value
        made = [node]
        if isinstance(node, ast.Name):
            bindings = function.bindings.get(node.id, ())
            made = [b.value for b in bindings if b.value is not None and _is_whole(b)]
        several = (
            isinstance(call, ast.Call) and not self._gives_one(call, function) for call in made
        )
        return TENSORS if any(several) else value

    def _gives_one(self, call: ast.Call, function: Function) -> bool:
        """True for a call that gives one tensor, not a structure of them."""
        return all(map(self._is_of_one, members(self._plain.value(call.func, function))))

    def _is_of_one(self, called: Value) -> bool:
        match called:
            case External(name=name):
                return record(name).result is Result.TENSOR
            case FunctionValue(function=function):
                key = ("returns one", function)
                return self._in_context.ask(key, False, self._returns_one, function)
            case _:
                return False

    def _returns_one(self, function: Function) -> bool:
        """True for a function of the project that always returns one tensor."""
        given = [made for made, _ in function.returns]
        return bool(given) and all(
            made is not None and self._outside(made, function) == TENSOR for made in given
        )

    def signed(self, function: Function) -> dict[str, ast.expr]:
        """The parameters of a tf.function that ``input_signature`` covers, with their specs."""
        for site in self._tracing.graph_sites_of(function):
            signature = site.value.option("input_signature")
            specs = None if signature is None else written_items(signature, site.holder)
            if specs is not None:
                specs = [written_out(spec, site.holder) for spec in specs]
                names = [parameter.arg for parameter in function.parameters]
                if function.is_method:
                    names = names[1:]
                return dict(zip(names, specs, strict=False))
        return {}


@once_a_node
def _asked_for_shapes(function: ast.AST) -> frozenset[str]:
    """The names that a function, or one inside it, asks for their shape or their array."""
    return frozenset(
        part.value.id
        for part in walk(function)
        if isinstance(part, ast.Attribute)
        and part.attr in ("shape", "numpy")
        and isinstance(part.value, ast.Name)
    )


def _is_one_tensor(name: str, function: Function) -> bool:
    """True for a parameter whose shape is asked for in any case: no structure of tensors has one."""
    return is_only_a_parameter(name, function) and name in _always_asked_for_shapes(function.node)


@once_a_node
def _always_asked_for_shapes(function: ast.AST) -> frozenset[str]:
    """The names that a function asks for their shape before it may return, under no condition."""
    body = getattr(function, "body", None)
    found: set[str] = set()
    for statement in body if isinstance(body, list) else ():
        if isinstance(statement, _PLAIN):
            found.update(_asked_in_any_case(statement))
        if any(isinstance(part, ast.Return) for part in walk(statement)):
            break
    return frozenset(found)


def _asked_in_any_case(node: ast.AST) -> Iterator[str]:
    """The names that a statement or expression asks for their shape whenever it runs."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="shape" | "dtype"):
            yield name
        case ast.Lambda() | ast.IfExp() | ast.BoolOp():
            return
    if not isinstance(node, COMPREHENSIONS):
        for part in children(node):
            yield from _asked_in_any_case(part)


def _calls_with_tensors(known: Record) -> bool:
    """True for functions that call what they are given with tensors, or structures of them."""
    return known.result is Result.STRUCTURE and known.runs in (Runs.TRACED, Runs.IN_GRAPH)


def _is_whole(binding: Binding) -> bool:
    """True for an assignment that gives a name all of a value."""
    return binding.kind != "for" and not binding.path


def _is_of_tensor(spec: ast.expr) -> bool:
    """True for the spec of one tensor; others may be of structures, such as dictionaries."""
    return isinstance(spec, ast.Call) and called_name(spec) == "TensorSpec"


def _at(whole: Value, place: int) -> Value:
    """The item at a place of what is spread out; UNKNOWN where nothing tells, or it is too short."""
    if place < 0:
        return UNKNOWN
    long = [
        member
        for member in members(whole)
        if not isinstance(member, Container) or member.items is None or place < len(member.items)
    ]
    return unpack(join(*long), (place,)) if long else UNKNOWN


def _may_be_no_tensor(value: Value) -> bool:
    """True for arrays, lists and the like, which get where a tensor is declared: nobody checks that."""
    return any(isinstance(member, Container) or member == ARRAY for member in members(value))


def _arguments(function: Function) -> ast.arguments:
    assert not isinstance(function.node, ast.Module)
    return function.node.args


def _is_named(node: ast.arg, function: Function) -> bool:
    return node.arg in function.parameter_names
