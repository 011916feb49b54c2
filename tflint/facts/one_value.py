"""Expressions that give one value whenever they run: numbers, and items of a list of equal ones."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from tflint.facts.values import External, members
from tflint.syntax.expressions import key_of
from tflint.syntax.model import Function
from tflint.syntax.reaching import reaching
from tflint.syntax.scopes import holder_of, written_out

if TYPE_CHECKING:
    from tflint.facts.inference import Inference

_CONVERT = frozenset(
    {
        *("builtins.bool", "builtins.float", "builtins.int", "builtins.list", "builtins.tuple"),
        *("numpy.array", "numpy.asarray", "numpy.float32", "numpy.float64", "numpy.int32"),
        *("numpy.int64", "tensorflow.cast", "tensorflow.constant"),
        "tensorflow.convert_to_tensor",
    }
)
"""What makes another type or dtype of its first argument, and changes nothing else."""


def one_value(node: ast.expr | None, function: Function, inference: Inference) -> Hashable:
    """What an expression gives whenever it runs, the same for equal values; None when it may vary."""
    match node:
        case None:
            return None
        case ast.Constant():
            return key_of(node)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return key_of(node)
        case ast.Call(args=[converted, *_]) if made := _converter(node, inference, function):
            value = one_value(converted, function, inference)
            options = [*map(key_of, node.args[1:]), *map(key_of, node.keywords)]
            return None if value is None else (made, value, *options)
        case ast.Subscript(value=holder, slice=index) if not isinstance(index, ast.Slice):
            return _one_item(holder, function, inference)
        case ast.Name():
            return _agreed(
                one_value(written, function, inference) for written in _written(node, function)
            )
        case _:
            return None


def _written(node: ast.expr, function: Function) -> list[ast.expr | None]:
    """What is written for a name where it is read; anything else as it is. None stands for the unknown."""
    if not isinstance(node, ast.Name):
        return [node]
    if holder_of(node.id, function) is function:
        return [binding.written for binding in reaching(node.id, node, function)]
    written = written_out(node, function)
    return [None if written is node else written]


def _agreed(values: Iterable[Hashable]) -> Hashable:
    """The value that all are; None where one is another, or unknown."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


def _one_item(holder: ast.expr, function: Function, inference: Inference) -> Hashable:
    """What all items of a container are that is written out; None when they differ."""
    written = _written(holder, function)
    if len(written) != 1 or isinstance(written[0], ast.Name):
        return _agreed(
            None if part is None else _one_item(part, function, inference) for part in written
        )
    match written[0]:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return _agreed(one_value(item, function, inference) for item in items)
        case ast.BinOp(left=ast.List() as items, op=ast.Mult()):
            return _one_item(items, function, inference)
        case ast.Call(args=[items, *_]) as call if made := _converter(call, inference, function):
            value = _one_item(items, function, inference)
            return None if value is None else (made, value)
        case _:
            return None


def _converter(node: ast.Call, inference: Inference, function: Function) -> str | None:
    found = members(inference.value(node.func, function))
    names = {member.name for member in found if isinstance(member, External)}
    return names.pop() if len(found) == len(names) == 1 and names <= _CONVERT else None
