"""Tests that ask whether a shape is known while a graph is built."""

from __future__ import annotations

import ast

from tflint.project.indexing import called_name
from tflint.project.model import Function
from tflint.project.trees import walk

_ASKED = frozenset({"get_static_value", "constant_value", "static_value"})
_SHAPES = frozenset({"shape", "shape_tensor", "ndims", "ndim", "rank", "size", "get_shape"})
_DEEPEST = 6
"""How many names that stand for other expressions are followed."""


def says_open(test: ast.expr, outcome: bool, function: Function) -> bool:
    """True for a test that, turned out like this, says that a shape is not known."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return says_open(operand, not outcome, function)
        case ast.BoolOp(op=op, values=values):
            # Of `a and b` that does not hold, either may be what fails.
            every = isinstance(op, ast.And) is not outcome
            return (all if every else any)(says_open(value, outcome, function) for value in values)
        case ast.Call(func=func):
            return not outcome and called_name(func) == "is_fully_defined"
        case ast.Compare(
            left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]
        ):
            return isinstance(op, ast.Is) is outcome and _is_static_shape(left, function)
        case _:
            return False


def _is_static_shape(node: ast.expr, function: Function) -> bool:
    """True for what is known of a shape while tracing: `x.shape[0]`, `tf.get_static_value(size)`."""
    node = _value_of(node, function)
    match node:
        case ast.Call(func=func, args=[given, *_]) if called_name(func) in _ASKED:
            return _reads_shape(given, function, _DEEPEST)
        case ast.Subscript() | ast.Attribute():
            return _reads_shape(node, function, _DEEPEST)
        case _:
            return False


def _reads_shape(node: ast.expr, function: Function, depth: int) -> bool:
    """True for an expression with a shape in it, or a name that stands for one."""
    for part in walk(node):
        if isinstance(part, ast.Attribute) and part.attr in _SHAPES:
            return True
        if isinstance(part, ast.Call) and called_name(part.func) in _SHAPES:
            return True
        if isinstance(part, ast.Name) and depth:
            value = _value_of(part, function)
            if value is not part and _reads_shape(value, function, depth - 1):
                return True
    return False


def _value_of(node: ast.expr, function: Function) -> ast.expr:
    """What a name is given where it is given one value only; else the expression itself."""
    if isinstance(node, ast.Name):
        bindings = function.bindings.get(node.id, ())
        if len(bindings) == 1 and bindings[0].kind == "assign" and bindings[0].value is not None:
            return bindings[0].value
    return node
