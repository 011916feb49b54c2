"""What texts are made of, and whether making one raises while a graph is built."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from tflint.facts.expressions.values import NOTHING, Text, Value, members
from tflint.facts.graphs.context import Context
from tflint.facts.graphs.loop_tensors import is_loop_tensor
from tflint.facts.graphs.symbolic import is_symbolic

_MAKERS = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})
_PLACES = re.compile(r"%(?:\((?P<key>.*?)\))?[-+ #0-9.]*[hlL]?(?P<how>[a-zA-Z%])")
"""Where ``%`` puts something into a text: its key, and the letter that says how."""
_AS_TEXT = frozenset("sra")
"""The letters that take whatever there is; all others take numbers."""


class FormattedTensor(NamedTuple):
    """A tensor that goes into a text, which is made while it has no value.

    Attributes:
        tensor: the expression that is put into the text.
        needs_number: whether the format takes numbers only, so that making the text raises.
        is_of_loop: whether it is a tensor only because a loop of the graph carries it.
    """

    tensor: ast.expr
    needs_number: bool
    is_of_loop: bool


def tensor_in_text(node: ast.expr, context: Context) -> FormattedTensor | None:
    """The first tensor that goes into the text an expression makes, one that raises there before others."""
    found: FormattedTensor | None = None
    for part, needs_number in formatted_parts(node, context):
        if needs_number or found is None:
            is_of_loop = is_loop_tensor(part, context)
            if is_of_loop or is_symbolic(context.symbol(part)):
                found = FormattedTensor(part, needs_number, is_of_loop)
                if needs_number:
                    break
    return found


def formatted_parts(node: ast.expr, context: Context) -> Iterator[tuple[ast.expr, bool]]:
    """What goes into a text that an expression makes, each with whether its format takes numbers only."""
    match node:
        case ast.JoinedStr(values=values):
            for value in values:
                if isinstance(value, ast.FormattedValue):
                    yield value.value, _has_format(value)
        case ast.BinOp(left=left, op=ast.Mod(), right=right) if is_text(context.value(left)):
            yield from _put_by_percent(left, right)
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


def _has_format(value: ast.FormattedValue) -> bool:
    """True for ``{x:.2f}``, and not for ``{x!s:>8}``, whose format is that of a text."""
    return value.format_spec is not None and value.conversion == -1


def _put_by_percent(text: ast.expr, given: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """What ``text % given`` puts into a text, each with whether its place takes numbers only."""
    places = [
        (place["key"], place["how"] not in _AS_TEXT)
        for place in _PLACES.finditer(_written(text))
        if place["how"] != "%"
    ]
    match given:
        case ast.Tuple(elts=parts) if len(parts) == len(places):
            yield from zip(parts, (needs_number for _, needs_number in places), strict=True)
        case ast.Dict(keys=keys, values=parts):
            for key, part in zip(keys, parts, strict=True):
                name = key.value if isinstance(key, ast.Constant) else None
                yield part, any(needs for place, needs in places if place == name)
        case _:
            parts = given.elts if isinstance(given, ast.Tuple) else [given]
            takes_numbers = bool(places) and all(needs_number for _, needs_number in places)
            yield from ((part, takes_numbers) for part in parts)


def _written(text: ast.expr) -> str:
    """A text that is written out; "" for any other."""
    match text:
        case ast.Constant(value=str(written)):
            return written
        case _:
            return ""


def _specified(text: ast.expr) -> set[str | None]:
    """Which arguments a text formats otherwise than as they are: positions, as words, and keywords."""
    found: set[str | None] = set()
    numbered = 0
    with suppress(ValueError):  # a text that `format` does not take
        for _, field, spec, conversion in string.Formatter().parse(_written(text)):
            if field is None:
                continue
            name = re.split(r"[.\[]", field, maxsplit=1)[0]
            if not name:
                name, numbered = str(numbered), numbered + 1
            if spec and not conversion:
                found.add(name)
    return found


def is_text(value: Value) -> bool:
    """True for what can only be a text."""
    return value != NOTHING and all(isinstance(m, Text) for m in members(value))
