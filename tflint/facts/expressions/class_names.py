"""Branches by the name of an object's class: ``if type(model).__name__ == "Gan":``."""

from __future__ import annotations

import ast

from tflint.syntax.model import Function
from tflint.syntax.path_conditions import certain_parts, conditions_around
from tflint.syntax.scopes import written_out

_NAME = "__name__"
_CASES = frozenset({"lower", "upper"})


def is_of_other_class(node: ast.Name, class_name: str, function: Function) -> bool:
    """True where a name is read in a branch that no object of a class so called comes to."""
    if not function.module.says_name or len(function.bindings.get(node.id, ())) != 1:
        return False
    _, block = function.statement_of(node)
    return any(
        _answer(part, node.id, class_name, function) is (not held)
        for test, outcome in conditions_around(node, block, function)
        for part, held in certain_parts(test, outcome, function)
    )


def _answer(test: ast.expr, name: str, class_name: str, function: Function) -> bool | None:
    """How a test turns out where ``name`` is an object of a class; None where that is not known."""
    match test:
        case ast.BoolOp(op=op, values=values):
            parts = [_answer(part, name, class_name, function) for part in values]
            decides = isinstance(op, ast.Or)
            if decides in parts:
                return decides
            return None if None in parts else not decides
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            asked, among = _text(left, name, class_name, function), _texts(right)
            if asked is None or among is None:
                return None
            is_among = asked in among
            return is_among if isinstance(op, (ast.Eq, ast.In)) else not is_among
        case _:
            return None


def _texts(node: ast.expr) -> list[str] | None:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            texts = [part.value for part in parts if isinstance(part, ast.Constant)]
            known = [text for text in texts if isinstance(text, str)]
            return known if len(known) == len(parts) else None
        case _:
            return None


def _text(node: ast.expr, name: str, class_name: str, function: Function) -> str | None:
    """What an expression is that gives the name of the class of ``name``; None for any other."""
    changes: dict[ast.expr, str] = {}  # which the innermost begins; a name of itself comes again
    while True:
        match written_out(node, function):
            case ast.Call(func=ast.Attribute(value=inner, attr=method), args=[]) as call if (
                method in _CASES and call not in changes
            ):
                changes[call] = method
                node = inner
            case ast.Attribute(attr="__name__", value=asked) if _is_class_of(asked, name):
                text = class_name
                for method in reversed(changes.values()):
                    text = text.lower() if method == "lower" else text.upper()
                return text
            case _:
                return None


def _is_class_of(node: ast.expr, name: str) -> bool:
    """True for ``x.__class__`` and ``type(x)``."""
    match node:
        case ast.Attribute(value=ast.Name(id=of), attr="__class__"):
            return of == name
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=of)]):
            return of == name
        case _:
            return False
