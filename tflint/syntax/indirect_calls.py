"""The calls that Python's own functions make of what they are given, as if they were written out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from tflint.syntax.indexing import called_name
from tflint.syntax.model import CallSite

_NO_FUNCTION = (ast.Starred, ast.Constant)
"""What may stand first and is not called: ``filter(None, xs)``, ``strategy.reduce("SUM", xs)``."""


class IndirectCall(NamedTuple):
    """A call that a function of Python makes.

    Attributes:
        site: the call, where that function is called.
        maker: the expression that names this function.
    """

    site: CallSite
    maker: ast.expr


def indirect_call(by: str, site: CallSite) -> IndirectCall | None:
    """The call that one of a function of Python, named ``by``, stands for; None where nothing is called."""
    func = site.node.func
    is_method = by.startswith("builtins.") and isinstance(func, ast.Attribute)
    called = None if is_method else _CALLS[by](site.node)
    if called is None:
        return None
    name = called_name(called.func)
    return IndirectCall(CallSite(called, name, site.function, site.block), func)


def _begun(call: ast.Call) -> ast.Call | None:
    """``partial(f, x)`` begins ``f(x)``, and ``partial(partial(f, x), y)`` begins ``f(x, y)``."""
    match call.args:
        case [ast.Call() as inner, *rest] if called_name(inner.func) == called_name(call.func):
            before = _begun(inner)
        case [func, *rest] if not isinstance(func, _NO_FUNCTION):
            before = ast.Call(func, [], [])
        case _:
            return None
    if before is None:
        return None
    given, named = [*before.args, *rest], [*before.keywords, *call.keywords]
    return ast.copy_location(ast.Call(before.func, given, named), call)


def _for_each(call: ast.Call) -> ast.Call | None:
    """``map(f, xs, ys)`` calls ``f(x, y)``, and ``filter(f, xs)`` does ``f(x)``."""
    match call.args:
        case [func, *rows] if not isinstance(func, _NO_FUNCTION):
            return ast.copy_location(ast.Call(func, [_item_of(row) for row in rows], []), call)
        case _:
            return None


def _folded(call: ast.Call) -> ast.Call | None:
    """``reduce(f, xs)`` calls ``f(before, x)``, where nobody knows what was before."""
    match call.args:
        case [func, rows, *_] if not isinstance(func, _NO_FUNCTION):
            before = ast.copy_location(ast.Constant(...), rows)
            return ast.copy_location(ast.Call(func, [before, _item_of(rows)], []), call)
        case _:
            return None


def _item_of(rows: ast.expr) -> ast.expr:
    """``next(iter(rows))``; of several rows, which nobody knows, these."""
    if isinstance(rows, ast.Starred):
        return rows
    item = rows
    for name in ("iter", "next"):
        item = ast.Call(ast.copy_location(ast.Name(name, ast.Load()), rows), [item], [])
        ast.copy_location(item, rows)
    return item


_CALLS: dict[str, Callable[[ast.Call], ast.Call | None]] = {
    "functools.partial": _begun,
    "functools.reduce": _folded,
    "builtins.filter": _for_each,
    "builtins.map": _for_each,
}
CALLING = frozenset(_CALLS)
"""Functions of Python that call what they are given first, or whose results do."""
