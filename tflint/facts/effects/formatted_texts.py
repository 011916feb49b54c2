"""What texts are made of, and whether a text that is made while tracing hides a tensor."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from contextlib import suppress

from tflint.facts.effects.logged_tensors import holds_tensors
from tflint.facts.expressions.values import NOTHING, UNKNOWN, Text, Value, members
from tflint.facts.graphs.context import Context
from tflint.syntax.scopes import written_out
from tflint.syntax.trees import walk

_MAKERS = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})


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
    if isinstance(node, ast.Call) and not parts and _is_text(context.symbol(node)):
        parts = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(_may_be_tensor(context.symbol(part)) for part in parts)


def _may_be_tensor(value: Value) -> bool:
    return holds_tensors(value) or UNKNOWN in members(value)


def formatted_parts(node: ast.expr, context: Context) -> Iterator[tuple[ast.expr, bool]]:
    """What goes into a text that an expression makes, each with whether its format takes numbers only."""
    match node:
        case ast.JoinedStr(values=values):
            for value in values:
                if isinstance(value, ast.FormattedValue):
                    yield value.value, value.format_spec is not None and value.conversion == -1
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if _is_text(context.value(left)):
            text = left.value if isinstance(left, ast.Constant) else ""
            given = right.elts if isinstance(right, ast.Tuple) else [right]
            plain = isinstance(text, str) and all(
                part[:1] in ("s", "r", "%", "") for part in text.split("%")[1:]
            )
            for argument in given:
                yield argument, not plain
        case ast.Call(func=func, args=[_, *_]) | ast.Call(func=func, keywords=[_, *_]):
            if isinstance(func, ast.Name) and func.id not in ("str", "repr", "format", "ascii"):
                return
            if isinstance(func, ast.Attribute) and func.attr != "format":
                return
            names = context.names(func)
            if names & _MAKERS:
                for argument in node.args[:1]:
                    yield argument, len(node.args) > 1
            elif "builtins.str.format" in names and isinstance(func, ast.Attribute):
                specified = _specified(func.value)
                for place, argument in enumerate(node.args):
                    yield argument, str(place) in specified
                for keyword in node.keywords:
                    yield keyword.value, keyword.arg in specified


def _specified(text: ast.expr) -> set[str | None]:
    """Which arguments a text formats otherwise than as they are: positions, as words, and keywords."""
    found: set[str | None] = set()
    if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
        return found
    numbered = 0
    with suppress(ValueError):  # a text that `format` does not take
        for _, field, spec, conversion in string.Formatter().parse(text.value):
            if field is None:
                continue
            name = re.split(r"[.\[]", field, maxsplit=1)[0]
            if not name:
                name, numbered = str(numbered), numbered + 1
            if spec and not conversion:
                found.add(name)
    return found


def _is_text(value: Value) -> bool:
    return value != NOTHING and all(isinstance(m, Text) for m in members(value))
