"""Whether a text that is made while tracing hides a tensor."""

from __future__ import annotations

import ast

from tflint.facts.effects.logged_tensors import holds_tensors
from tflint.facts.expressions.values import UNKNOWN, Value, members
from tflint.facts.graphs.context import Context
from tflint.facts.shapes.formatted_texts import formatted_parts, is_text
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk


def hides_tensors(argument: ast.expr, context: Context) -> bool:
    """True for what may be, or holds, a text with a tensor in it, which has no value while it is made.

    A text that is put together as the argument itself hides nothing: it can be taken apart.
    """
    behind = written_out(argument, context.function)
    return any(
        _is_made_of_tensors(part, context)
        for part in walk(behind)
        if isinstance(part, ast.expr) and (part is not argument or not _can_come_apart(part))
    )


def _can_come_apart(node: ast.expr) -> bool:
    """True for an f-string, ``%`` of a string and ``format`` of one."""
    match node:
        case ast.JoinedStr() | ast.BinOp(op=ast.Mod()):
            return True
        case ast.Call(func=ast.Attribute(attr="format", value=ast.Constant())):
            return True
        case _:
            return False


def _is_made_of_tensors(node: ast.expr, context: Context) -> bool:
    """True for a text into which a tensor goes, or what may be one."""
    parts = [part for part, _ in formatted_parts(node, context)]
    if isinstance(node, ast.Call) and not parts and is_text(context.symbol(node)):
        parts = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(_may_be_tensor(context.symbol(part)) for part in parts)


def _may_be_tensor(value: Value) -> bool:
    return holds_tensors(value) or UNKNOWN in members(value)
