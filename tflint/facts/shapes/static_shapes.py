"""Tests that ask whether a shape is known while a graph is built."""

from __future__ import annotations

import ast

from tflint.facts.graphs.context import Context
from tflint.facts.graphs.guards import known_none
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import called_name, walk

_ASKED = frozenset({"get_static_value", "constant_value", "static_value"})
_SHAPES = frozenset({"shape", "shape_tensor", "ndims", "ndim", "rank", "size", "get_shape"})


def implies_unknown_shape(test: ast.expr, outcome: bool, context: Context) -> bool:
    """True for a test that, turned out like this, says that a shape is not known."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return implies_unknown_shape(operand, not outcome, context)
        case ast.BoolOp(op=op, values=values):
            # Of `a and b` that does not hold, either may be what fails.
            every = isinstance(op, ast.And) is not outcome
            return (all if every else any)(
                implies_unknown_shape(value, outcome, context) for value in values
            )
        case ast.Call(func=func):
            return not outcome and called_name(func) == "is_fully_defined"
        case _:
            asked = known_none(test, outcome)
            return asked is not None and _is_static_shape(asked, context)


def _is_static_shape(node: ast.expr, context: Context) -> bool:
    """True for what is known of a shape while tracing: `x.shape[0]`, `tf.get_static_value(size)`."""
    node = written_out(node, context.function)
    match node:
        case ast.Call(func=func, args=[given, *_]) if called_name(func) in _ASKED:
            return _reads_shape(given, context, set())
        case ast.Subscript() | ast.Attribute():
            return _reads_shape(node, context, set())
        case _:
            return False


def _reads_shape(node: ast.expr, context: Context, read: set[int]) -> bool:
    """True for an expression with a shape in it, or a name that stands for one."""
    read.add(id(node))
    for part in walk(node):
        if isinstance(part, ast.Attribute) and part.attr in _SHAPES:
            return True
        if isinstance(part, ast.Call) and called_name(part.func) in _SHAPES:
            return True
        if isinstance(part, ast.Name):
            value = written_out(part, context.function)
            if id(value) not in read and _reads_shape(value, context, read):
                return True
    return False
