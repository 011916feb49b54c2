"""Of which parts tuples, lists, dicts and records are made, where that is written out."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeAlias

from tflint.facts.expressions.values import ClassValue, members
from tflint.syntax.model import Function

if TYPE_CHECKING:
    from tflint.facts.expressions.inference import Inference

Key: TypeAlias = int | str
"""A place, a key or the name of a field."""


def parts_written(
    node: ast.expr, function: Function, inference: Inference
) -> dict[Key, ast.expr] | None:
    """The parts of what an expression makes, by their places, keys and fields; None where not all are seen.

    Those of a record have a place and a name each, as in a named tuple.
    """
    match node:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return None if _has_star(parts) else dict(enumerate(parts))
        case ast.Dict(keys=keys, values=parts):
            known = [None if key is None else constant_key(key) for key in keys]
            names = [key for key in known if key is not None]
            return dict(zip(names, parts, strict=True)) if len(names) == len(parts) else None
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=[_, *_] as given):
            return _named(given)
        case ast.Call(args=args, keywords=given):
            fields, named = fields_made(node, function, inference), _named(given)
            if fields is None or named is None or _has_star(args) or len(args) > len(fields):
                return None
            named.update(zip(fields, args, strict=False))
            return named | {
                place: named[name] for place, name in enumerate(fields) if name in named
            }
        case _:
            return None


def constant_key(node: ast.expr) -> Key | None:
    """The key or place that an index is, where it is written out; None for others, and for the last."""
    match node:
        case ast.Constant(value=str() | int() as key) if isinstance(key, str) or key >= 0:
            return key
    return None


def fields_made(call: ast.Call, function: Function, inference: Inference) -> tuple[str, ...] | None:
    """The fields of the record that a call makes, a data class or a named tuple, in order; else None.

    Its objects keep what they are given, and do nothing else when they are made.
    """
    match members(inference.value(call.func, function)):
        case [ClassValue(definition=definition)] if "__post_init__" not in definition.methods:
            return definition.fields
        case _:
            return None


def _named(given: list[ast.keyword]) -> dict[Key, ast.expr] | None:
    named: dict[Key, ast.expr] = {k.arg: k.value for k in given if k.arg is not None}
    return named if len(named) == len(given) else None


def _has_star(parts: list[ast.expr]) -> bool:
    return any(isinstance(part, ast.Starred) for part in parts)
