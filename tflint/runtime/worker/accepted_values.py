"""Which values a program takes where it raised for want of one of them: ``assert mode in MODES``."""

from __future__ import annotations

import ast
import functools
import linecache
import re
import traceback
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .loaded_program import LoadedProgram

_MOST = 8
_PLAIN = (
    ast.Name, ast.Attribute, ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.expr_context,
    ast.Call,
)  # fmt: skip
"""What is evaluated once more: names, and what is written out."""
_VIEWS = frozenset({"keys", "values"})
_SAID = re.compile(r" \[(.*) is none of (\[.*\])\]$", re.DOTALL)


def said_with(error: BaseException, program: LoadedProgram) -> str:
    """What an error says, with the values that the condition takes which raised it, if it names them."""
    message = str(error)
    frame, line = _last_own(error, program)
    text = "" if frame is None else "".join(linecache.getlines(frame.f_code.co_filename))
    for compared in _conditions(text, line):
        given = _value(compared.left, frame)
        known = _value(compared.comparators[0], frame)
        values = list(known) if isinstance(known, (list, tuple, set, dict)) else [known]
        plain = [one for one in values if isinstance(one, (str, int))][:_MOST]
        if isinstance(given, (str, int)) and plain and given not in plain:
            return f"{message} [{given!r} is none of {plain!r}]"
    return message


def taken(message: str, given: object) -> list[Any]:
    """The values that a condition takes in place of one, by what an error says."""
    said = _SAID.search(message)
    if said is None or repr(given) != said[1]:
        return []
    return list(ast.literal_eval(said[2]))


def _last_own(error: BaseException, program: LoadedProgram) -> tuple[Any, int]:
    """The innermost frame of the project in which an error was, with its line there."""
    found: tuple[Any, int] = (None, 0)
    for frame, line in traceback.walk_tb(error.__traceback__):
        if program.owns(frame.f_code.co_filename):
            found = frame, line
    return found


@functools.lru_cache(maxsize=8)
def _nodes(text: str) -> list[ast.AST]:
    """The nodes of a file, which raises again and again while inputs are tried."""
    try:
        return list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return []


def _conditions(text: str, line: int) -> Iterator[ast.Compare]:
    """The comparisons of a statement that raises in a line, and of branches that were not taken there."""
    tests: list[ast.expr] = []
    for node in _nodes(text):
        if (isinstance(node, ast.Assert) and _holds(node, line)) or (
            isinstance(node, ast.If)
            and any(
                isinstance(one, ast.Raise) and _holds(one, line)
                for block in (node.body, node.orelse)
                for one in block
            )
        ):
            tests.append(node.test)
    for test in tests:
        compared = (node for node in ast.walk(test) if isinstance(node, ast.Compare))
        yield from (one for one in compared if isinstance(one.ops[0], (ast.In, ast.NotIn, ast.Eq)))


def _holds(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _value(node: ast.expr, frame: Any) -> Any:
    """What an expression is in a frame, where to look does nothing; None for others."""
    for inner in ast.walk(node):
        is_view = isinstance(inner, ast.Call) and getattr(inner.func, "attr", "") in _VIEWS
        if not isinstance(inner, _PLAIN) or (isinstance(inner, ast.Call) and not is_view):
            return None
    try:
        code = compile(ast.Expression(node), "<condition>", "eval")
        found = eval(code, frame.f_globals, frame.f_locals)
        return list(found) if type(found).__name__ in ("dict_keys", "dict_values") else found
    except Exception:
        return None
