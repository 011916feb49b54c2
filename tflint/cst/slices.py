"""Cut out of a file what libcst must parse to find places: the functions around them, or statements.

Lines stay as they are, so columns do; a line put before each slice gives its indentation a reason.
All slices of a file make one text, which is parsed and visited once however many there are.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby, zip_longest
from typing import NamedTuple

from tflint.syntax.model import Module
from tflint.syntax.parts import lines_of
from tflint.syntax.trees import children, walk

_DEEPEST = 500
"""Levels of a tree from which libcst's parser may overflow its stack, which ends the process."""
DEEPEST_PATTERN = 4
"""Brackets inside each other in a pattern that libcst's parser is given: four times as long for each.

In libcst 1.8 ``case ((((((x,),),),),),):`` takes 12 ms, and of ten it takes seconds.
"""
MOST_NODES = 50_000
"""Nodes of a tree and lines that libcst is given at a time: for each it takes some 4 kB, and 60 µs."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Gap(NamedTuple):
    """Lines of statements in a row, for which a ``pass`` stands.

    Attributes:
        first: the first of the lines.
        last: the last of them.
        column: how far they are indented.
        nodes: how many nodes of the tree they hold, and lines.
    """

    first: int
    last: int
    column: int
    nodes: int


class Slice(NamedTuple):
    """Lines of a file that parse by themselves, but for their indentation.

    Attributes:
        first: the first of the lines.
        last: the last of them.
        is_indented: True when they need a block around them.
        nodes: how many nodes of the tree they hold, and lines.
        left_out: statements in them that are not parsed, in order.
    """

    first: int
    last: int
    is_indented: bool
    nodes: int
    left_out: tuple[Gap, ...] = ()


@dataclass(frozen=True)
class Excerpt:
    """What libcst is given of a file.

    Attributes:
        text: lines of the file, and some that were put in.
        numbers: for each line of the text its number in the file, in order; 0 for what was put in.
    """

    text: str
    numbers: Sequence[int]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")

    @cached_property
    def starts(self) -> list[int]:
        """Where in the text each line begins."""
        return [0, *accumulate(len(line) + 1 for line in self.lines)]


def whole(module: Module) -> Excerpt:
    """The whole file, for the rare statement that does not begin its line."""
    return Excerpt(module.text, range(1, len(module.lines) + 1))


def excerpt(module: Module, slices: Iterable[Slice]) -> Excerpt:
    """These slices, one below the other."""
    lines: list[str] = []
    numbers: list[int] = []
    for part in slices:
        lines.append("if 1:" if part.is_indented else "0")
        numbers.append(0)
        start = part.first
        for gap in part.left_out:
            indent = module.lines[gap.first - 1][: gap.column]
            lines += [*module.lines[start - 1 : gap.first - 1], f"{indent}pass"]
            numbers += [*range(start, gap.first), 0]
            start = gap.last + 1
        lines += module.lines[start - 1 : part.last]
        numbers += range(start, part.last + 1)
    return Excerpt("\n".join([*lines, ""]), numbers)


def slices_around(module: Module, nodes: Iterable[ast.AST]) -> list[Slice]:
    """What to parse to find these nodes, in order: no line twice, no more than needed.

    Of what is too much for libcst those statements are left out that hold nothing of them.
    """
    places = _Places(nodes)
    found = dict(_around(module, module.tree, places.lines))
    statements = {id(statement): statement for statement in found.values()}
    slices: list[Slice] = []
    end = 0
    for statement in sorted(statements.values(), key=_longest_first):
        if lines_of(statement)[1] > end and not is_too_deep(statement, module.lines):
            part = _cut(module, statement, end)
            if part.nodes > MOST_NODES:
                gaps = tuple(_gaps(statement, module, places))
                fewer = part.nodes - sum(gap.nodes for gap in gaps)
                part = part._replace(nodes=fewer, left_out=gaps)
            if part.nodes <= MOST_NODES:
                slices.append(part)
                end = part.last
    return slices


class _Places:
    """Where nodes stand, in lines."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        spans = sorted(
            (line, getattr(node, "end_lineno", None) or line)
            for node in nodes
            if (line := getattr(node, "lineno", None)) is not None
        )
        self._firsts = [first for first, _ in spans]
        self._lasts = [*accumulate((last for _, last in spans), max)]
        self.lines = [*dict.fromkeys(self._firsts)]

    def any_in(self, first: int, last: int) -> bool:
        """Whether some of a node stands in these lines."""
        before = bisect_right(self._firsts, last)
        return before > 0 and self._lasts[before - 1] >= first


def _gaps(holder: ast.AST, module: Module, places: _Places) -> Iterator[Gap]:
    """What can be left out of a statement: those inside that have lines of their own, and no place."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        row = getattr(holder, field, None)
        if isinstance(row, list):  # which a lambda's body is not
            pairs = zip_longest(row, row[1:])
            for is_free, nodes in groupby(pairs, lambda pair: _is_free(pair, module, places)):
                run = [node for node, _ in nodes]
                if is_free:
                    first, last = lines_of(run[0])[0], lines_of(run[-1])[1]
                    yield Gap(first, last, run[0].col_offset, sum(map(_size, run)) + last - first)
                else:
                    for node in run:
                        yield from _gaps(node, module, places)


def _is_free(pair: tuple[ast.AST, ast.AST | None], module: Module, places: _Places) -> bool:
    """True for a statement, given with the next, that has lines of its own, and no place in them."""
    node, following = pair
    if not isinstance(node, ast.stmt):
        return False
    first, last = lines_of(node)
    is_last = not isinstance(following, ast.stmt) or lines_of(following)[0] > last
    return is_last and not places.any_in(first, last) and _begins_its_line(node, module)


def _size(node: ast.AST) -> int:
    """How many nodes there are at and below one."""
    return sum(1 for _ in walk(node))


def _longest_first(statement: ast.stmt) -> tuple[int, int]:
    first, last = lines_of(statement)
    return first, -last


def is_too_much(node: ast.AST, lines: Sequence[str]) -> bool:
    """True for a part of a file that libcst takes long for, or much memory, or fails on."""
    return _size(node) + len(lines) > MOST_NODES or is_too_deep(node, lines)


def is_too_deep(node: ast.AST, lines: Sequence[str]) -> bool:
    """True for a part of a file with more levels than libcst's parser is sure to take, or to take soon."""
    level = [node]
    for _ in range(_DEEPEST):
        if any(isinstance(one, ast.Match) and _has_deep_pattern(one, lines) for one in level):
            return True
        level = [child for parent in level for child in children(parent)]
        if not level:
            return False
    return True


def _has_deep_pattern(match: ast.Match, lines: Sequence[str]) -> bool:
    """Told by the text: the tree has no parentheses that only group."""
    before: ast.AST = match.subject
    for case in match.cases:
        text = _between(before, case.guard or case.body[0], lines)
        if levels_of_brackets(text) > DEEPEST_PATTERN:
            return True
        before = case.body[-1]
    return False


def _between(before: ast.AST, after: ast.AST, lines: Sequence[str]) -> str:
    """The text between two nodes of which one ends before the other begins."""
    first, last = getattr(before, "end_lineno", 1), getattr(after, "lineno", 1)
    text = "\n".join(lines[first - 1 : last]).encode()
    start = getattr(before, "end_col_offset", 0)
    end = len(lines[last - 1].encode()) - getattr(after, "col_offset", 0)
    return text[start : len(text) - end].decode(errors="replace")


def levels_of_brackets(text: str) -> int:
    """How many brackets stand inside each other, those in strings and comments too."""
    deepest = level = 0
    for character in text:
        if character in "([{":
            level += 1
            deepest = max(deepest, level)
        elif character in ")]}":
            level = max(level - 1, 0)
    return deepest


def _cut(module: Module, node: ast.stmt, end: int) -> Slice:
    """The lines of a statement, with comments directly above it as far as the slice before them."""
    first, last = lines_of(node)
    while first - 1 > end and module.lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return Slice(first, last, node.col_offset > 0, _size(node) + last - first)


def _around(
    module: Module, node: ast.AST, wanted: Sequence[int], function: ast.stmt | None = None
) -> Iterator[tuple[int, ast.stmt]]:
    """For each line that is wanted what holds it: the last pair of a line has it innermost.

    That is a function, with its decorators; outside of functions, the statement that begins its line.
    """
    for child in children(node):
        if isinstance(child, ast.stmt):
            first, last = lines_of(child)
            held = wanted[bisect_left(wanted, first) : bisect_right(wanted, last)]
            if held:
                inside = child if isinstance(child, _FUNCTIONS) else function
                if inside is not None or _begins_its_line(child, module):
                    yield from ((line, inside or child) for line in held)
                yield from _around(module, child, held, inside)
        elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
            yield from _around(module, child, wanted, function)


def _begins_its_line(statement: ast.stmt, module: Module) -> bool:
    """False after a semicolon or a colon on the same line, and for ``elif``, which is no statement."""
    line = module.lines[lines_of(statement)[0] - 1]
    before = line.encode()[: statement.col_offset].decode(errors="replace")
    return not before.strip() and not line.lstrip().startswith("elif")
