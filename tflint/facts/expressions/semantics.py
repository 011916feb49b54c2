"""What operations, indices, loops and calls of libraries make of values, where code runs as Python."""

from __future__ import annotations

import ast
from typing import ClassVar

from tflint.facts.expressions import results
from tflint.facts.expressions.operators import (
    as_tensors,
    binary,
    item_of,
    iterated,
    negated,
    unpack,
)
from tflint.facts.expressions.results import Evaluate
from tflint.facts.expressions.values import (
    ARRAY,
    BOOL,
    NOTHING,
    NUMBER,
    SHAPE,
    SYMBOL,
    TENSOR,
    TENSORS,
    TEXT,
    UNKNOWN,
    Container,
    ExternalInstance,
    Kind,
    Simple,
    Text,
    Value,
    join,
    may_be,
    members,
)
from tflint.syntax.model import Function

_ALWAYS_PYTHON = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


class Semantics:
    """What the inference asks where the answer depends on who runs the code.

    The inference finds what names, attributes and calls lead to; this says what operations make of it.
    """

    layer_result: ClassVar[Value] = TENSORS
    """What a layer gives of whose ``call`` nothing is known."""
    methods_of_calls: ClassVar[tuple[str, ...]] = ("__call__", "call", "forward", "hybrid_forward")
    """What calling an object runs, the first that its class has."""

    def binary(self, left: Value, right: Value, op: ast.operator) -> Value:
        """What ``left op right`` may be."""
        return binary(left, right, op)

    def unary(self, node: ast.UnaryOp, evaluate: Evaluate) -> Value:
        """What ``-x``, ``+x``, ``~x`` and ``not x`` may be."""
        return BOOL if isinstance(node.op, ast.Not) else negated(evaluate(node.operand), node.op)

    def comparison(self, node: ast.Compare, evaluate: Evaluate) -> Value:
        """What a comparison gives."""
        if any(isinstance(op, _ALWAYS_PYTHON) for op in node.ops):
            return BOOL
        return self.compared([evaluate(part) for part in (node.left, *node.comparators)])

    def compared(self, values: list[Value]) -> Value:
        """What ``==``, ``<`` and their like give for these."""
        if NOTHING in values:
            return NOTHING
        for kind, result in (
            (Kind.TENSOR, TENSOR),
            (Kind.TENSORS, TENSOR),
            (Kind.VARIABLE, TENSOR),
            (Kind.SYMBOL, SYMBOL),
        ):
            if any(value == Simple(kind) for value in values):
                return result
        if any(UNKNOWN in members(value) for value in values):
            return UNKNOWN
        if any(may_be(value, Kind.ARRAY) for value in values):
            return ARRAY
        return BOOL

    def item(self, owner: Value, index: ast.expr, evaluate: Evaluate) -> Value:
        """What ``owner[index]`` may be."""
        found: list[Value] = []
        for member in members(owner):
            match member:
                case Simple(kind=Kind.TENSOR | Kind.VARIABLE):
                    found.append(TENSOR)
                case Simple(kind=Kind.TENSORS | Kind.SYMBOL | Kind.ARRAY):
                    found.append(member)
                case Simple(kind=Kind.SHAPE):
                    found.append(SHAPE if isinstance(index, ast.Slice) else NUMBER)
                case Container():
                    found.append(item_of(member, index, evaluate(index)))
                case Text():
                    found.append(TEXT)
                case ExternalInstance(name=name):
                    found.append(results.instance_item(name, index))
                case Simple(kind=Kind.NONE):
                    continue  # that raises
                case _:
                    found.append(UNKNOWN)
        return join(*found) if found else UNKNOWN

    def iterated(self, value: Value, path: tuple[int | None, ...]) -> Value:
        """What one target of a loop over a value gets."""
        return unpack(iterated(value), path)

    def attribute(self, owner: Value, attr: str) -> Value:
        """``owner.attr`` for what is neither the project's nor an object of a library."""
        return results.value_attribute(owner, attr)

    def library_call(
        self, name: str, node: ast.Call, evaluate: Evaluate, function: Function
    ) -> Value:
        """What a call of a function of a library gives, standing in ``function``."""
        return results.external_call(name, node, evaluate, function)

    def object_call(
        self, name: str, node: ast.Call, evaluate: Evaluate, function: Function
    ) -> Value:
        """What calling an object of a library's class gives, in ``function``."""
        inside = function.name == "hybrid_forward"
        return results.instance_call(
            name, lambda: [evaluate(argument) for argument in node.args], symbolic=inside
        )

    def from_graph(self, value: Value) -> Value:
        """What a graph returns for what its Python function returns."""
        return as_tensors(value)
