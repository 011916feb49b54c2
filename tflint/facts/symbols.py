"""What expressions may be while a graph is built, in a context of the function around them.

The plain inference says what an expression is in eager code. In a graph some of that changes:
arrays given to a ``tf.function`` are tensors inside, the arguments of a helper are those of its
traced callers, AutoGraph's ``int`` of a tensor is a tensor, and a tensor made outside the graph is
still an eager one that knows its value.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from tflint.api import knowledge
from tflint.api.lookup import record
from tflint.api.records import Result
from tflint.facts import results
from tflint.facts.in_graph import SYMBOLIC, captured, elements, from_graph, operand, parts
from tflint.facts.inference import Inference
from tflint.facts.operators import binary, constant_value
from tflint.facts.traced_parameters import TracedParameters
from tflint.facts.tracing import Traceable
from tflint.facts.tracing_context import Traced
from tflint.facts.values import (
    BOOL,
    CAPTURED,
    DATASET,
    ITERATOR,
    NONE,
    NOTHING,
    NUMBER,
    SHAPE,
    TENSOR,
    TENSORS,
    UNKNOWN,
    ClassValue,
    Container,
    External,
    ExternalInstance,
    FunctionValue,
    GraphFunction,
    Instance,
    Parent,
    Simple,
    Text,
    Value,
    join,
)
from tflint.syntax.model import Binding, Class, Function, Module
from tflint.syntax.scopes import holder_of

T = TypeVar("T")
_TENSOR_ATTRIBUTES = frozenset({"dtype", "name", "graph", "op", "device"})


class Symbols(Inference):
    """Answers ``value(expression, function, traced)`` for functions that are traced.

    A question belongs to the context of the function at hand. Where that leads to another function,
    it is asked in those contexts of that one which the calls between the two connect.
    """

    def __init__(self, program: Traceable) -> None:
        super().__init__(program)
        self._plain = program.inference
        self._tracing = program.tracing
        self.classes = self._plain.classes
        self.callers = self._plain.callers
        self.parameters: TracedParameters = TracedParameters(self, self._plain, self._tracing)
        self._here: Traced | None = None
        """The function at hand, in the context that is asked about."""
        self._connected: dict[tuple[Traced, Function], tuple[Traced, ...]] = {}

    # contexts

    def here(self, function: Function) -> Traced | None:
        """A function in the context that is asked about; None for one that is not traced."""
        if self._here is not None and self._here.function is function:
            return self._here
        return self._tracing.nearest(function)

    def _seen(self, function: Function) -> tuple[Traced, ...]:
        """A function in the contexts that bear on the question at hand."""
        every = self._tracing.traced(function)
        here = self._here
        if len(every) < 2 or here is None:
            return every
        if here.function is function:
            return (here,)
        known = self._connected.get((here, function))
        if known is None:
            callers = {way.caller for way in here.ways}
            called = [t for t in every if any(way.caller is here for way in t.ways)]
            known = tuple(called or [t for t in every if t in callers]) or every
            self._connected[here, function] = known
        return known

    def _in_each(self, function: Function, ask: Callable[[], Value]) -> Value:
        """What is answered about a function in the contexts that bear on the question at hand."""
        outer = self._here
        try:
            found = []
            for here in self._seen(function) or (outer,):
                self._here = here
                found.append(ask())
            return join(*found)
        finally:
            self._here = outer

    def ask(
        self,
        key: Hashable,
        nothing: T,
        work: Callable[..., T],
        *asking: Any,
        otherwise: Callable[[T], T] | None = None,
    ) -> T:
        """The answer of a question in the context at hand."""
        here = self._here
        if here is None:
            return super().ask(key, nothing, work, *asking, otherwise=otherwise)
        if len(self._tracing.traced(here.function)) > 1:
            key = (key, here)
        return super().ask(key, nothing, self._worked_out, here, work, *asking, otherwise=otherwise)

    def _worked_out(self, here: Traced, work: Callable[..., T], *asking: Any) -> T:
        """What ``work`` gives in a context: a circle works it out again when another is at hand."""
        outer, self._here = self._here, here
        try:
            return work(*asking)
        finally:
            self._here = outer

    # what is the same inside and outside

    def decorated(self, function: Function) -> Value:
        """What the name of a function is bound to."""
        return self._plain.decorated(function)

    def instance_attribute(self, definition: Class, attr: str) -> Value:
        """What ``self.attr`` may be; tensors there were made outside the graph.

        A property may compute with what is static, so its result counts as unknown.
        """
        found = captured(self._plain.instance_attribute(definition, attr))
        if found == CAPTURED and any(
            isinstance(base, Class) and attr in base.methods
            for base in self.classes.bases(definition)
        ):
            return UNKNOWN
        return found

    # expressions

    def value(self, node: ast.expr, function: Function, traced: Traced | None = None) -> Value:
        """What ``node`` may be, in one context of its function, or in all that matter.

        Outside traced functions that is what the plain inference says.
        """
        if isinstance(node, ast.Constant):
            return constant_value(node.value)
        if traced is not None:
            return self._worked_out(traced, self._value_here, node, function)
        if self._here is not None and self._here.function is function:
            return self._value_here(node, function)
        if not self._tracing.is_traced(function):
            return self._plain.value(node, function)
        return self._in_each(function, lambda: self._value_here(node, function))

    def value_in(self, node: ast.expr, traced: Traced) -> Value:
        """What ``node`` may be in one context of the function that it stands in."""
        return self.value(node, traced.function, traced)

    def _value_here(self, node: ast.expr, function: Function) -> Value:
        """What ``node`` may be in the context at hand."""
        if self._followed is None:
            return self.ask(node, NOTHING, self._evaluate, node, function)
        return super().value(node, function)

    def _evaluate(self, node: ast.expr, function: Function) -> Value:
        match node:
            case ast.BinOp(left=left, right=right):
                first, second = self.value(left, function), self.value(right, function)
                if isinstance(node.op, ast.Add) and _may_be_lists(first, second):
                    return TENSORS
                return binary(operand(first), operand(second), node.op)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                found = self.value(inner, function)
                if found == NOTHING:
                    return NOTHING
                return TENSOR if found in SYMBOLIC else BOOL
            case ast.UnaryOp(operand=inner):
                found = self.value(inner, function)
                return TENSOR if operand(found) in SYMBOLIC else super()._evaluate(node, function)
            case ast.Starred(value=inner):
                return self.value(inner, function)
            case _:
                return super()._evaluate(node, function)

    def _comparison(self, node: ast.Compare, function: Function) -> Value:
        if any(isinstance(op, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for op in node.ops):
            return BOOL
        values = [operand(self.value(part, function)) for part in (node.left, *node.comparators)]
        if NOTHING in values:
            return NOTHING
        if any(value in (NONE, SHAPE) or isinstance(value, (External, Text)) for value in values):
            return BOOL
        if any(value in SYMBOLIC for value in values):
            return TENSOR
        return super()._comparison(node, function)

    def _subscript(self, node: ast.Subscript, function: Function) -> Value:
        owner = self.value(node.value, function)
        if owner == TENSORS:
            return TENSORS
        if operand(owner) in SYMBOLIC:
            return TENSOR
        return super()._subscript(node, function)

    def _attribute(self, owner: Value, attr: str) -> Value:
        match owner:
            case Simple() if owner in (CAPTURED, TENSORS):
                if attr in ("shape", "get_shape"):
                    return super()._attribute(TENSOR, attr)
                return (
                    External(f"tensorflow.Tensor.{attr}") if attr in _TENSOR_ATTRIBUTES else UNKNOWN
                )
            case ClassValue() | Parent():
                return captured(self._plain._attribute(owner, attr))
            case Instance(definition=definition, declared=True) if (
                "typing.NamedTuple" in self.classes.base_names(definition)
            ):
                return self._plain._attribute(owner, attr)
            case _:
                return super()._attribute(owner, attr)

    # names

    def lookup(self, name: str, function: Function, use: ast.expr | None = None) -> Value:
        """What ``name`` may be where ``function`` reads it."""
        scope = holder_of(name, function)
        if scope is not None and self._tracing.is_traced(scope):
            return super().lookup(name, function, use)
        return captured(self._plain.lookup(name, function, use))

    def guarded(self, name: str, module: Module) -> Value:
        """What a name of another module is."""
        return captured(self._plain.guarded(name, module))

    def binding_value(self, name: str, binding: Binding, scope: Function) -> Value:
        """What one binding gives its name."""
        if self._here is not None and self._here.function is scope:
            return super().binding_value(name, binding, scope)
        return self._in_each(
            scope, lambda: super(Symbols, self).binding_value(name, binding, scope)
        )

    def _binding_value(self, name: str, binding: Binding, scope: Function) -> Value:
        if binding.kind == "for" and binding.value is not None:
            return parts(elements(self.value(binding.value, scope)), binding.path)
        return super()._binding_value(name, binding, scope)

    def assigned(self, binding: Binding, scope: Function, name: str) -> Value:
        """What an assignment gives."""
        if binding.value is not None:
            value = self.value(binding.value, scope)
            if binding.path:
                return parts(value, binding.path)
            if binding.kind == "augment":
                before = self._held_before(name, binding.node, scope) or UNKNOWN
                if {operand(value), operand(before)} & set(SYMBOLIC):
                    return TENSOR
            if value in (CAPTURED, TENSORS):
                return value
        return super().assigned(binding, scope, name)

    # calls

    def returns(self, function: Function) -> Value:
        """What a function returns to traced code."""
        if not self._tracing.is_traced(function):
            return self._plain.returns(function)
        return self._in_each(function, lambda: super(Symbols, self).returns(function))

    def _called(self, callee: Value, node: ast.Call, function: Function) -> Value:
        match callee:
            case External(name=name) if not self._is_special(name, node):
                return self._external(name, node, function)
            case ExternalInstance(name=name):
                found = results.instance_call(
                    name, lambda: [self.value(a, function) for a in node.args]
                )
                return TENSORS if found == TENSOR else found
            case Instance(definition=definition):
                for method in ("__call__", "call", "forward"):
                    inner = self._plain.instance_attribute(definition, method)
                    if isinstance(inner, (FunctionValue, GraphFunction)):
                        result = self._called(inner, node, function)
                        unknown = self.classes.is_layer(definition) and result == UNKNOWN
                        return TENSORS if unknown else result
                return TENSORS if self.classes.is_layer(definition) else UNKNOWN
            case GraphFunction(inner=inner):
                return from_graph(self._called(inner, node, function))
            case _:
                return super()._called(callee, node, function)

    @staticmethod
    def _is_special(name: str, node: ast.Call) -> bool:
        """True for calls that the plain inference follows by itself."""
        return name in knowledge.TF_FUNCTION or name in ("builtins.super", "functools.partial")

    def _external(self, name: str, node: ast.Call, function: Function) -> Value:
        def evaluate(expression: ast.expr) -> Value:
            return self.value(expression, function)

        if name.startswith("builtins."):
            arguments = [evaluate(argument) for argument in node.args]
            found = self._builtin(name.removeprefix("builtins."), arguments, function)
            if found is not None:
                return found
        if record(name).result is Result.STRUCTURE:
            return TENSORS
        return results.external_call(name, node, evaluate, function)

    def _builtin(self, name: str, arguments: list[Value], function: Function) -> Value | None:
        traced = self.here(function)
        converts = traced is not None and traced.context.autograph
        symbolic = any(value in SYMBOLIC for value in arguments)
        match name:
            case "int" | "float" if symbolic:
                return TENSOR if converts else UNKNOWN
            case "len" if symbolic or TENSORS in arguments:
                return UNKNOWN
            case "range" if symbolic:
                return TENSOR if converts else UNKNOWN
            case "abs" | "pow" | "round" | "sorted" if any(
                operand(value) in SYMBOLIC for value in arguments
            ):
                return TENSOR
            case "sum" if arguments and elements(arguments[0]) in SYMBOLIC:
                return TENSOR
            case "enumerate" if arguments and arguments[0] in (DATASET, ITERATOR):
                return Container("iterator", element=Container("tuple", (TENSOR, TENSORS)))
            case "enumerate" if arguments:
                items = (NUMBER, elements(arguments[0]))
                return Container("iterator", element=Container("tuple", items))
            case "zip":
                rows = tuple(elements(value) for value in arguments)
                return Container("iterator", element=Container("tuple", rows))
            case "next" if arguments and arguments[0] in (ITERATOR, DATASET):
                return TENSORS
            case "list" | "tuple" if arguments and symbolic:
                return Container(name, element=TENSOR)
            case "getattr" | "isinstance" | "hasattr":
                return None
            case _:
                return None


def _may_be_lists(first: Value, second: Value) -> bool:
    """True for a structure of tensors and what may be a list, too: ``+`` makes one list of both then."""
    return TENSORS in (first, second) and all(
        value in (TENSORS, UNKNOWN) or isinstance(value, Container) for value in (first, second)
    )
