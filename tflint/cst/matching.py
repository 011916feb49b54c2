"""Which node of ``ast`` is which node of libcst: they stand at the same place.

Both count lines from 1 and libcst columns in characters. Where the two trees see a place differently,
libcst's is made ``ast``'s here: tuples and generator expressions own their parentheses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import libcst as cst
from libcst.metadata import CodePosition, CodeRange

from tflint.syntax.parts import Part, expressions_in
from tflint.syntax.spans import span_of

Positions = Mapping[cst.CSTNode, CodeRange]
_STATEMENTS = (
    cst.BaseSmallStatement,
    cst.BaseCompoundStatement,
    cst.SimpleStatementLine,
    cst.ExceptHandler,
    cst.ExceptStarHandler,
)
_STRINGS = (cst.FormattedString, cst.ConcatenatedString)


@cache
def _kind(cls: type[cst.CSTNode]) -> type[cst.CSTNode] | None:
    """Asked of each node: libcst's classes are abstract, of which ``isinstance`` takes long."""
    if issubclass(cls, cst.BaseExpression):
        return cst.BaseExpression
    return cst.BaseStatement if issubclass(cls, _STATEMENTS) else None


_Place = tuple[int, int, int, int]
"""Line and column, end line and column, as libcst counts them."""


class Matching:
    """The parts of a file that concrete nodes stand for.

    Args:
        parts: those that may be asked for.
        lines: the lines of the file.
        numbers: for each line that libcst counts its number in the file.
    """

    def __init__(self, parts: Iterator[Part], lines: Sequence[str], numbers: Sequence[int]) -> None:
        self._lines = lines
        self._numbers = numbers
        self._counted = {number: count for count, number in enumerate(numbers, 1)}
        self._statements: dict[tuple[int, int], Part] = {}
        self._expressions: dict[_Place, Part] = {}
        self._generators: dict[tuple[int, int], Part] = {}
        for part in parts:
            self._add(part)

    def match(self, positions: Positions) -> Iterator[tuple[cst.CSTNode, Part]]:
        """Each node that has a position and a part, with the part."""
        strings = [node for node in positions if isinstance(node, _STRINGS)]
        strings.sort(key=lambda node: (_start(positions[node]), -len(_pieces(node))))
        for string in strings:  # those around others first
            part = self._expressions.get(_place(string, positions))
            if part is not None and isinstance(part.node, ast.JoinedStr):
                # By their order: where parts of strings stand, older Pythons tell wrongly.
                yield from self._replaced(_pieces(string), part.node, part, positions)
        for node, where in positions.items():
            kind = _kind(node.__class__)
            if kind is cst.BaseExpression:
                found = self._expressions.get(_place(node, positions))
                if found is not None:
                    yield node, found
                if isinstance(node, cst.Call):
                    yield from self._argument(node, where)
            elif kind is cst.BaseStatement:
                found = self._statements.get(_start(where))
                if found is not None:
                    yield node, found
            elif isinstance(node, cst.Arg) and node.star == "*":
                found = self._expressions.get((*_start(where), *_end(where)))
                if found is not None:
                    yield node, found

    def _add(self, part: Part, shift: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Note where a part stands; ``shift`` moves it: by lines, and by columns on one line."""
        line, column, end_line, end_column = span_of(part.node, self._lines)
        lines, columns, only = shift
        column += columns if line == only else 0
        end_column += columns if end_line == only else 0
        start = (self._counted.get(line + lines, 0), column - 1)
        end = (self._counted.get(end_line + lines, 0), end_column - 1)
        if not isinstance(part.node, ast.expr):
            self._statements.setdefault(start, part)
            return
        self._expressions.setdefault((*start, *end), part)
        if isinstance(part.node, ast.GeneratorExp):
            self._generators.setdefault(end, part)

    def _argument(self, call: cst.Call, where: CodeRange) -> Iterator[tuple[cst.CSTNode, Part]]:
        """A generator expression as the only argument, which shares the parentheses of the call."""
        if len(call.args) == 1 and isinstance(call.args[0].value, cst.GeneratorExp):
            found = self._generators.get(_end(where))
            if found is not None and not call.args[0].value.lpar:
                yield call.args[0].value, found

    def _replaced(
        self,
        pieces: list[cst.FormattedStringExpression],
        node: ast.JoinedStr,
        part: Part,
        positions: Positions,
    ) -> Iterator[tuple[cst.CSTNode, Part]]:
        values = [value for value in node.values if isinstance(value, ast.FormattedValue)]
        if len(values) != len(pieces):
            return
        for piece, value in zip(pieces, values, strict=True):
            yield piece, part._replace(node=value)
            line, column, _, _ = span_of(value.value, self._lines)
            start = _place(piece.expression, positions)
            shift = (self._numbers[start[0] - 1] - line, start[1] + 1 - column, line)
            for inner in expressions_in(part._replace(node=value.value)):
                self._add(inner, shift)
            if piece.format_spec is not None and isinstance(value.format_spec, ast.JoinedStr):
                nested = [
                    p for p in piece.format_spec if isinstance(p, cst.FormattedStringExpression)
                ]
                yield from self._replaced(nested, value.format_spec, part, positions)


def _pieces(node: cst.CSTNode) -> list[cst.FormattedStringExpression]:
    """The expressions in an f-string, or in strings that stand side by side."""
    if isinstance(node, cst.ConcatenatedString):
        return _pieces(node.left) + _pieces(node.right)
    if isinstance(node, cst.FormattedString):
        return [part for part in node.parts if isinstance(part, cst.FormattedStringExpression)]
    return []


def _place(node: cst.CSTNode, positions: Positions) -> _Place:
    """Where an expression stands, as ``ast`` sees it."""
    start = end = positions[node]
    if isinstance(node, (cst.Tuple, cst.GeneratorExp)) and node.lpar:
        start, end = positions[node.lpar[-1]], positions[node.rpar[0]]
    return (*_start(start), *_end(end))


def _start(where: CodeRange) -> tuple[int, int]:
    return where.start.line, where.start.column


def _end(where: CodeRange) -> tuple[int, int]:
    return where.end.line, where.end.column


def concrete_range(node: cst.CSTNode, positions: Positions) -> CodeRange:
    """The range of a node: that of libcst, with the parentheses that a tuple owns."""
    if not isinstance(node, cst.BaseExpression):
        return positions[node]
    line, column, end_line, end_column = _place(node, positions)
    return CodeRange(CodePosition(line, column), CodePosition(end_line, end_column))
