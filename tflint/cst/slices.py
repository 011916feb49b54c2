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
from itertools import accumulate
from typing import NamedTuple

from tflint.syntax.model import Module
from tflint.syntax.parts import lines_of
from tflint.syntax.trees import children

_DEEPEST = 500
"""Levels of a tree from which libcst's parser may overflow its stack, which ends the process."""
DEEPEST_PATTERN = 4
"""Brackets inside each other in a pattern that libcst's parser is given: four times as long for each.

In libcst 1.8 ``case ((((((x,),),),),),):`` takes 12 ms, and of ten it takes seconds.
"""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Slice(NamedTuple):
    """Lines of a file that parse by themselves, but for their indentation.

    Attributes:
        first: the first of the lines.
        last: the last of them.
        is_indented: True when they need a block around them.
    """

    first: int
    last: int
    is_indented: bool


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
    lines, numbers = [], []
    for part in slices:
        lines += ["if 1:" if part.is_indented else "0", *module.lines[part.first - 1 : part.last]]
        numbers += [0, *range(part.first, part.last + 1)]
    return Excerpt("\n".join([*lines, ""]), numbers)


def slices_around(module: Module, nodes: Iterable[ast.AST]) -> list[Slice]:
    """What to parse to find these nodes, in order: no line twice, no more than needed."""
    wanted = {line for node in nodes if (line := getattr(node, "lineno", None)) is not None}
    found = dict(_around(module, module.tree, sorted(wanted)))
    statements = {id(statement): statement for statement in found.values()}
    slices: list[Slice] = []
    end = 0
    for statement in sorted(statements.values(), key=_longest_first):
        if lines_of(statement)[1] > end and not is_too_deep(statement, module.lines):
            slices.append(_cut(module, statement, end))
            end = slices[-1].last
    return slices


def _longest_first(statement: ast.stmt) -> tuple[int, int]:
    first, last = lines_of(statement)
    return first, -last


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
    return Slice(first, last, node.col_offset > 0)


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
