"""Cut out of a file what libcst must parse to find a place: the function around it, or the statement.

Lines stay as they are, so columns do; a line put before them gives their indentation a reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tflint.syntax.model import Module
from tflint.syntax.parts import lines_of
from tflint.syntax.trees import children

_DEEPEST = 500
"""Levels of a tree from which libcst's parser may overflow its stack, which ends the process."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Slice(NamedTuple):
    """Lines of a file that parse by themselves.

    Attributes:
        first: the first of the lines.
        last: the last of them.
        text: what libcst is given: the lines, and perhaps one before them.
        before: the number that makes libcst's count of a line the file's.
    """

    first: int
    last: int
    text: str
    before: int


def slices_around(module: Module, nodes: Iterable[ast.AST]) -> list[Slice]:
    """What to parse to find these nodes: no line twice, no more than needed."""
    found = {id(around): around for node in nodes if (around := _around(module, node)) is not None}
    slices: list[Slice] = []
    for statement in sorted(found.values(), key=_longest_first):
        inside = slices and lines_of(statement)[1] <= slices[-1].last
        if not inside and not is_too_deep(statement):
            slices.append(_cut(module, statement))
    return slices


def _longest_first(statement: ast.stmt) -> tuple[int, int]:
    first, last = lines_of(statement)
    return first, -last


def whole(module: Module) -> Slice:
    """The whole file, for the rare statement that does not begin its line."""
    return Slice(1, len(module.lines), module.text, 0)


def is_too_deep(node: ast.AST) -> bool:
    """True for a tree with more levels than libcst's parser is sure to take."""
    level = [node]
    for _ in range(_DEEPEST):
        level = [child for parent in level for child in children(parent)]
        if not level:
            return False
    return True


def _cut(module: Module, node: ast.stmt) -> Slice:
    """The lines of a statement, with the lines of comments that stand directly above it."""
    lines = module.lines
    first, last = lines_of(node)
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    opening = "if 1:" if node.col_offset else "0"
    text = "\n".join([opening, *lines[first - 1 : last], ""])
    return Slice(first, last, text, first - 2)


def _around(module: Module, node: ast.AST) -> ast.stmt | None:
    """The innermost function that holds a node, decorators included; else the statement around it."""
    line = getattr(node, "lineno", None)
    if line is None:
        return None
    holding = [
        function.node
        for function in module.functions
        if isinstance(function.node, _FUNCTIONS) and _is_on(function.node, line)
    ]
    if holding:
        return max(holding, key=lambda function: function.lineno)
    found = None
    for statement in _statements_at(module.tree, line):
        if _begins_its_line(statement, module):
            found = statement
    return found


def _statements_at(node: ast.AST, line: int) -> Iterator[ast.stmt]:
    """The statements on a line, outermost first."""
    for child in children(node):
        if isinstance(child, ast.stmt):
            if _is_on(child, line):
                yield child
                yield from _statements_at(child, line)
        elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
            yield from _statements_at(child, line)


def _begins_its_line(statement: ast.stmt, module: Module) -> bool:
    """False after a semicolon or a colon on the same line, and for ``elif``, which is no statement."""
    line = module.lines[lines_of(statement)[0] - 1]
    before = line.encode()[: statement.col_offset].decode(errors="replace")
    return not before.strip() and not line.lstrip().startswith("elif")


def _is_on(statement: ast.stmt, line: int) -> bool:
    first, last = lines_of(statement)
    return first <= line <= last
