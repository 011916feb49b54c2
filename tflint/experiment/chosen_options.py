"""What a program asks of its command line before it calls a function: ``if args.mode == "video":``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tflint.experiment.parsed_file import ParsedFile
from tflint.finding import FunctionRef

_DEEP = 8
"""How many calls one under another are followed."""
Condition = tuple[ast.expr, bool]
"""A test, and what is to come of it."""


class _CallSite(NamedTuple):
    """Where a name is called: under which conditions, in which function."""

    conditions: tuple[Condition, ...]
    holder: str


def chosen_options(
    sources: Iterable[ParsedFile | None], functions: Iterable[FunctionRef], line: int
) -> dict[str, Any]:
    """What the attributes are to be that conditions ask for on the way to some functions, or to a line.

    Args:
        sources: the files of the program.
        functions: what is to be called.
        line: where the way ends, in a file whose statements are the function themselves.
    """
    trees = [source.tree for source in sources if source is not None]
    found: dict[str, Any] = {}
    waiting = [function.qualname.rpartition(".")[2] for function in functions]
    for name in waiting:
        sites = (site for tree in trees for site in _call_sites(tree.body, name, line))
        site = min(sites, key=lambda one: len(one.conditions), default=None)
        if site is None:
            continue
        for test, expected in site.conditions:
            for option, value in _asked(test, expected):
                if isinstance(value, (bool, int, float, str)):
                    found.setdefault(option, value)
        if site.holder and site.holder not in waiting and len(waiting) < _DEEP:
            waiting.append(site.holder)
    return found


def _call_sites(
    body: list[ast.stmt],
    name: str,
    line: int,
    conditions: tuple[Condition, ...] = (),
    holder: str = "",
) -> Iterator[_CallSite]:
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _call_sites(statement.body, name, line, (), statement.name)
        elif isinstance(statement, ast.If):
            if _calls(statement.test, name):
                yield _CallSite(conditions, holder)
            taken = (*conditions, (statement.test, True))
            yield from _call_sites(statement.body, name, line, taken, holder)
            passed = (*conditions, (statement.test, False))
            yield from _call_sites(statement.orelse, name, line, passed, holder)
        else:
            blocks = list(_blocks(statement))
            for block in blocks:
                yield from _call_sites(block, name, line, conditions, holder)
            is_line = name == "<module>" and not holder and statement.lineno == line
            own = _head(statement) if blocks else [statement]
            if is_line or any(_calls(node, name) for node in own):
                yield _CallSite(conditions, holder)


def _head(statement: ast.stmt) -> list[ast.AST]:
    """What a statement with blocks evaluates by itself."""
    children = ast.iter_child_nodes(statement)
    return [one for one in children if isinstance(one, (ast.expr, ast.withitem))]


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for field in ("body", "orelse", "finalbody"):
        block = getattr(statement, field, None)
        if block:
            yield block
    for handler in getattr(statement, "handlers", ()):
        yield handler.body


def _calls(node: ast.AST, name: str) -> bool:
    called = (inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call))
    return any(name in (getattr(one, "attr", ""), getattr(one, "id", "")) for one in called)


def _asked(test: ast.expr, expected: bool) -> Iterator[tuple[str, Any]]:
    """Attributes, or keys, and what they are to be for a test to come out as expected."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _asked(inner, not expected)
        case ast.BoolOp(op=ast.And(), values=values) if expected:
            for value in values:
                yield from _asked(value, True)
        case ast.BoolOp(op=ast.Or(), values=values):
            for value in values[:1] if expected else values:
                yield from _asked(value, expected)
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=value)]):
            yield from ((name, value) for name in _option(left) if expected)
        case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[ast.Constant(value=value)]):
            yield from ((name, value) for name in _option(left) if not expected)
        case ast.Compare(
            left=left, ops=[ast.In()], comparators=[ast.Tuple() | ast.List() as among]
        ):
            first = [one.value for one in among.elts[:1] if isinstance(one, ast.Constant)]
            yield from ((name, value) for name in _option(left) for value in first if expected)
        case _:
            yield from ((name, expected) for name in _option(test))


def _option(node: ast.expr) -> Iterator[str]:
    """The name of what may be an option of the command line: ``args.mode``, ``args["mode"]``."""
    match node:
        case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
            yield name
