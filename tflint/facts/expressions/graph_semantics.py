"""What operations, indices, loops and calls of libraries make of values while a graph is built."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import ClassVar

from tflint.api.lookup import record
from tflint.api.records import Result
from tflint.facts.expressions import results
from tflint.facts.expressions.in_graph import SYMBOLIC, elements, from_graph, operand, parts
from tflint.facts.expressions.operators import binary
from tflint.facts.expressions.results import Evaluate
from tflint.facts.expressions.semantics import Semantics
from tflint.facts.expressions.values import (
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
    Container,
    External,
    Simple,
    Text,
    Value,
)
from tflint.syntax.model import Function

_LOSSES = "keras.losses."
"""Classes whose objects make one tensor of whatever they are given; layers may make several."""
_TENSOR_ATTRIBUTES = frozenset({"dtype", "name", "graph", "op", "device"})
_RAGGED = "tensorflow.RaggedTensor"
_OF_RAGGED_ALONE = frozenset(
    {"bounding_shape", "flat_values", "nrows", "row_lengths", "row_splits", "value_rowids"}
)
"""What a tensor is asked for that only a ragged one has."""


class GraphSemantics(Semantics):
    """What the inference asks of code that makes a graph.

    Args:
        converts: whether AutoGraph converts a function in the context that is asked about.
    """

    layer_result: ClassVar[Value] = TENSORS
    methods_of_calls: ClassVar[tuple[str, ...]] = ("__call__", "call", "forward")

    def __init__(self, converts: Callable[[Function], bool]) -> None:
        self._converts = converts

    def binary(self, left: Value, right: Value, op: ast.operator) -> Value:
        """What ``left op right`` may be."""
        if isinstance(op, ast.Add) and _may_be_lists(left, right):
            return TENSORS
        return binary(operand(left), operand(right), op)

    def unary(self, node: ast.UnaryOp, evaluate: Evaluate) -> Value:
        """What ``-x``, ``+x``, ``~x`` and ``not x`` may be; AutoGraph converts the last, too."""
        found = evaluate(node.operand)
        if not isinstance(node.op, ast.Not):
            return TENSOR if operand(found) in SYMBOLIC else super().unary(node, lambda _: found)
        if found == NOTHING:
            return NOTHING
        return TENSOR if found in SYMBOLIC else BOOL

    def compared(self, values: list[Value]) -> Value:
        """What ``==``, ``<`` and their like give for these."""
        operands = [operand(value) for value in values]
        if NOTHING in operands:
            return NOTHING
        if any(v in (NONE, SHAPE) or isinstance(v, (External, Text)) for v in operands):
            return BOOL
        if any(value in SYMBOLIC for value in operands):
            return TENSOR
        return super().compared(values)

    def item(self, owner: Value, index: ast.expr, evaluate: Evaluate) -> Value:
        """What ``owner[index]`` may be."""
        if owner == TENSORS:
            return TENSORS
        return TENSOR if operand(owner) in SYMBOLIC else super().item(owner, index, evaluate)

    def iterated(self, value: Value, path: tuple[int | None, ...]) -> Value:
        """What one target of a loop over a value gets."""
        return parts(elements(value), path)

    def attribute(self, owner: Value, attr: str) -> Value:
        """``owner.attr`` for what is neither the project's nor an object of a library."""
        if attr in _OF_RAGGED_ALONE and owner in (CAPTURED, TENSOR, TENSORS):
            return results.instance_attribute(_RAGGED, attr)
        if not isinstance(owner, Simple) or owner not in (CAPTURED, TENSORS):
            return super().attribute(owner, attr)
        if attr in ("shape", "get_shape"):
            return super().attribute(TENSOR, attr)
        return External(f"tensorflow.Tensor.{attr}") if attr in _TENSOR_ATTRIBUTES else UNKNOWN

    def library_call(
        self, name: str, node: ast.Call, evaluate: Evaluate, function: Function
    ) -> Value:
        """What a call of a function of a library gives, standing in ``function``."""
        if name.startswith("builtins."):
            arguments = [evaluate(argument) for argument in node.args]
            found = self._builtin(name.removeprefix("builtins."), arguments, function)
            if found is not None:
                return found
        if record(name).result is Result.STRUCTURE:
            return TENSORS
        return results.external_call(name, node, evaluate, function)

    def object_call(
        self, name: str, node: ast.Call, evaluate: Evaluate, function: Function
    ) -> Value:
        """What calling an object of a library's class gives, in ``function``."""
        found = results.instance_call(name, lambda: [evaluate(argument) for argument in node.args])
        return TENSORS if found == TENSOR and not name.startswith(_LOSSES) else found

    def from_graph(self, value: Value) -> Value:
        """What a graph returns for what its Python function returns."""
        return from_graph(value)

    def _builtin(self, name: str, arguments: list[Value], function: Function) -> Value | None:
        converts = self._converts(function)
        symbolic = any(value in SYMBOLIC for value in arguments)
        match name:
            case "int" | "float" if symbolic:
                return TENSOR if converts else UNKNOWN
            case "sorted" if symbolic or TENSORS in arguments:  # of a structure, parts or keys
                return TENSOR if symbolic else UNKNOWN
            case "len" if symbolic or TENSORS in arguments:
                return UNKNOWN
            case "range" if symbolic:
                return TENSOR if converts else UNKNOWN
            case "abs" | "pow" | "round" if any(operand(v) in SYMBOLIC for v in arguments):
                return TENSOR
            case "sum" if arguments and elements(arguments[0]) in SYMBOLIC:
                return TENSOR
            case "max" | "min" if len(arguments) == 1 and _of_tensors(arguments[0]):
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


def _of_tensors(value: Value) -> bool:
    """True for a list and the like that holds tensors alone."""
    return isinstance(value, Container) and elements(value) in SYMBOLIC


def _may_be_lists(first: Value, second: Value) -> bool:
    """True for a structure of tensors and what may be a list, too: ``+`` makes one list of both then."""
    return TENSORS in (first, second) and all(
        value in (TENSORS, UNKNOWN) or isinstance(value, Container) for value in (first, second)
    )
