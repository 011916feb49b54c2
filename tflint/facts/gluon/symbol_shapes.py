"""Whether two symbols of MXNet have the shape of one array, or one of them that of a reduction of it."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import NamedTuple

from tflint.api.lookup import record
from tflint.api.records import Shape
from tflint.facts.expressions.values import Number, members
from tflint.facts.gluon.gluon_branches import is_symbol
from tflint.facts.graphs.context import Context
from tflint.syntax.reaching import reaching


class SymbolShape(NamedTuple):
    """The shape of a symbol: that of ``origin``, or of a reduction of it.

    Attributes:
        origin: a parameter, or a call whose result has a shape that nobody knows.
        is_reduced: whether the symbol has fewer elements than ``origin``, unless the axes that went
            had one only.
    """

    origin: Hashable
    is_reduced: bool = False


def shape_of(node: ast.expr, context: Context, depth: int = 8) -> SymbolShape | None:
    """What is known of the shape of a symbol; None for nothing.

    Operators of symbols do not broadcast, so two symbols that one combines have one shape.
    """
    if depth == 0 or not is_symbol(context.value(node)):
        return None
    match node:
        case ast.Name(id=name):
            found = list(reaching(name, node, context.function))
            if len(found) != 1 or (found[0].path and found[0].kind != "parameter"):
                return None
            if found[0].kind == "parameter":
                return SymbolShape(found[0])
            value = found[0].value if found[0].kind == "assign" else None
            return None if value is None else shape_of(value, context, depth - 1)
        case ast.UnaryOp(operand=inner):
            return shape_of(inner, context, depth - 1)
        case ast.BinOp(left=left, right=right):
            for part, other in ((left, right), (right, left)):
                if _is_number(other, context):
                    return shape_of(part, context, depth - 1)
            return shape_of(left, context, depth - 1) or shape_of(right, context, depth - 1)
        case ast.Call(func=func, args=args):
            return _of_call(node, func, args, context, depth)
    return None


def _of_call(
    node: ast.Call, func: ast.expr, args: list[ast.expr], context: Context, depth: int
) -> SymbolShape | None:
    names = context.names(func)
    if len(names) != 1:
        return SymbolShape(id(node))
    (name,) = names
    if isinstance(func, ast.Attribute) and name.startswith("mxnet.Symbol."):
        of: ast.expr | None = func.value
    else:
        of = args[0] if args else None
    known = record(name).shape
    below = None if of is None else shape_of(of, context, depth - 1)
    if known is None or below is None:
        stays = name.rpartition(".")[2] in _KEEP_COUNT
        return below if stays and below is not None and below.is_reduced else SymbolShape(id(node))
    return SymbolShape(below.origin, below.is_reduced or known is Shape.REDUCED)


_KEEP_COUNT = frozenset({"expand_dims", "reshape", "flatten", "squeeze", "transpose"})
"""Operations that keep the number of elements."""


def _is_number(node: ast.expr, context: Context) -> bool:
    return any(isinstance(member, Number) for member in members(context.value(node)))
