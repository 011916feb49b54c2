"""Whether what is printed, logged or kept in traced code holds tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tflint.facts.context import Context
from tflint.facts.values import TENSOR, TENSORS, VARIABLE, Container, Value, members


def shows_tensors(call: ast.Call, context: Context) -> bool:
    """True when a tensor is among the arguments of a call, or in the text it is given."""
    return any(
        holds_tensors(context.symbol(part))
        for argument in (*call.args, *(keyword.value for keyword in call.keywords))
        for part in _shown_parts(argument)
    )


def holds_tensors(value: Value) -> bool:
    """True for what may be a tensor, or a container with one."""
    return any(
        member in (TENSOR, TENSORS, VARIABLE)
        or (isinstance(member, Container) and any(map(holds_tensors, member.items or ())))
        for member in members(value)
    )


def _shown_parts(node: ast.expr) -> Iterator[ast.expr]:
    """What an argument shows: itself, or what its text is made of."""
    match node:
        case ast.JoinedStr(values=values):
            yield from (part.value for part in values if isinstance(part, ast.FormattedValue))
        case ast.BinOp(left=left, op=ast.Mod() | ast.Add(), right=right):
            yield node
            yield from _shown_parts(left)
            yield from _shown_parts(right)
        case ast.Call(func=ast.Attribute(attr="format"), args=args, keywords=keywords):
            yield from (*args, *(keyword.value for keyword in keywords))
        case ast.Call(func=ast.Name(id="str" | "repr"), args=args):
            yield from args
        case ast.Starred(value=value):
            yield value
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            yield from parts
        case ast.Dict(values=parts):
            yield from parts
        case _:
            yield node
