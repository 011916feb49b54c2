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

from tflint.facts.expressions.graph_semantics import GraphSemantics
from tflint.facts.expressions.in_graph import SYMBOLIC, captured, operand, parts
from tflint.facts.expressions.inference import Inference
from tflint.facts.expressions.operators import constant_value
from tflint.facts.expressions.values import (
    CAPTURED,
    NOTHING,
    TENSOR,
    TENSORS,
    UNKNOWN,
    External,
    Instance,
    Value,
    join,
)
from tflint.facts.graphs.traced_parameters import TracedParameters
from tflint.facts.graphs.tracing import Traceable
from tflint.facts.graphs.tracing_context import Traced
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
        super().__init__(program, GraphSemantics(self._converts))
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

    def _converts(self, function: Function) -> bool:
        """Whether AutoGraph converts a function in the context at hand."""
        traced = self.here(function)
        return traced is not None and traced.context.autograph

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

    def class_attribute(self, definition: Class, attr: str) -> Value:
        """What ``Name.attr`` may be for a class of the project."""
        return captured(self._plain.class_attribute(definition, attr))

    def parent_attribute(self, definition: Class, attr: str) -> Value:
        """What ``super().attr`` may be in a class of the project."""
        return captured(self._plain.parent_attribute(definition, attr))

    def object_attribute(self, owner: Instance, attr: str) -> Value:
        """What ``object.attr`` may be; a field of a named tuple is what its annotation says."""
        definition = owner.definition
        if owner.declared and "typing.NamedTuple" in self.classes.base_names(definition):
            return self._plain.object_attribute(owner, attr)
        return self.instance_attribute(definition, attr)

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
        if self._followed is not None:
            return super().value(node, function)
        if isinstance(node, (ast.Name, ast.Attribute)):
            found = self._outside(node, function)
            if found is not None:
                return found
        return self.ask(node, NOTHING, self._evaluate, node, function)

    def _outside(self, node: ast.Name | ast.Attribute, function: Function) -> Value | None:
        """What is the same in every context: a variable of what is not traced, and what a library has."""
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if not isinstance(root, ast.Name) or self._is_of_traced(root.id, function):
            return None
        if isinstance(node, ast.Name):
            return captured(self._plain.value(node, function))
        if isinstance(self._plain.value(node.value, function), External):
            return self._plain.value(node, function)
        return None

    # names

    def _is_of_traced(self, name: str, function: Function) -> bool:
        """Whether a name is a variable of a traced function."""
        scope = holder_of(name, function)
        return scope is not None and self._tracing.is_traced(scope)

    def lookup(self, name: str, function: Function, use: ast.expr | None = None) -> Value:
        """What ``name`` may be where ``function`` reads it."""
        if self._is_of_traced(name, function):
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
