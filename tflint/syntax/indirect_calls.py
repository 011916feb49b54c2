"""The calls that Python's own functions make of what they are given, as if they were written out."""

from __future__ import annotations

import ast
from collections.abc import Callable

from tflint.syntax.model import CallSite, IndirectCall
from tflint.syntax.trees import called_name

_NO_FUNCTION = (ast.Starred, ast.Constant)
"""What may stand first and is not called."""


_OF_THREADS = ("group", "target", "name", "args", "kwargs")
"""The parameters of ``threading.Thread`` and ``multiprocessing.Process``, as far as both have them."""


def indirect_call(by: str, site: CallSite) -> IndirectCall | None:
    """The call that one of a function of Python, named ``by``, stands for; None where nothing is called."""
    call = site.node
    called = _CALLS[by](call)
    if called is None:
        return None
    name = called_name(called.func)
    return IndirectCall(called, name, site.function, site.block, call, call.func)


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


def _started(call: ast.Call) -> ast.Call | None:
    """``Thread(target=f, args=(x,), kwargs=options)`` will call ``f(x, **options)``."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    given.update(zip(_OF_THREADS, call.args, strict=False))
    func = given.get("target")
    if func is None or isinstance(func, _NO_FUNCTION) or any(map(_is_starred, call.args)):
        return None
    match given.get("args"):
        case None:
            arguments: list[ast.expr] = []
        case ast.Tuple(elts=items) | ast.List(elts=items):
            arguments = items
        case several:
            arguments = [ast.copy_location(ast.Starred(several, ast.Load()), several)]
    named = given.get("kwargs")
    keywords = [] if named is None else _by_name(named)
    return ast.copy_location(ast.Call(func, arguments, keywords), call)


def _by_name(named: ast.expr) -> list[ast.keyword]:
    """``k=v`` of ``{"k": v}``, and ``**options`` of what is not written out."""
    pairs = zip(named.keys, named.values, strict=True) if isinstance(named, ast.Dict) else ()
    keywords = [
        ast.copy_location(ast.keyword(key.value, value), value)
        for key, value in pairs
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    ]
    if isinstance(named, ast.Dict) and len(keywords) == len(named.keys):
        return keywords
    return [ast.copy_location(ast.keyword(None, named), named)]


def _is_starred(argument: ast.expr) -> bool:
    return isinstance(argument, ast.Starred)


_CALLS: dict[str, Callable[[ast.Call], ast.Call | None]] = {
    "Process": _started,
    "Thread": _started,
    "partial": _begun,
    "submit": _begun,
}
CALLING_ONCE = frozenset(_CALLS)
"""The last parts of the names of what calls a function that it is given, or whose result does."""
