"""Where concrete nodes stand in the code that they write, and in which clauses.

libcst works positions out by writing the tree (``PositionProvider``), with two objects for each node that
take longer to make than all else; and a visitor makes the tree anew. Here it is written once.
"""

from __future__ import annotations

import re
from functools import cache
from types import TracebackType
from typing import NamedTuple, cast

import libcst as cst
from libcst._nodes.internal import CodegenState

_CLAUSES = (
    cst.SimpleStatementLine,
    cst.BaseCompoundStatement,
    cst.Decorator,
    cst.Else,
    cst.ExceptHandler,
    cst.ExceptStarHandler,
    cst.Finally,
    cst.MatchCase,
)
"""What begins a line, and may have comments of its own."""
_LINE_END = re.compile(r"\r\n?|\n")


class Position(NamedTuple):
    """A place in a text: lines are counted from 1, columns from 0, as libcst's ``CodePosition`` does."""

    line: int
    column: int


class Range(NamedTuple):
    """What a node takes up, without the whitespace around it: a ``CodeRange`` of libcst."""

    start: Position
    end: Position


class Clause(NamedTuple):
    """What begins a line, and the clause that it stands in."""

    node: cst.CSTNode
    holder: Clause | None


@cache
def _is_clause(kind: type[cst.CSTNode]) -> bool:
    """Asked of each node: libcst's classes are abstract, of which ``isinstance`` takes long."""
    return issubclass(kind, _CLAUSES)


class Written:
    """What writing a module tells of its nodes.

    Args:
        module: what is written.

    Attributes:
        positions: where each node stands.
        clauses: for each node its place in the order in which a visitor comes to them, and the clause
            that it stands in, or is; None where it is in none.
        comments: the comments.
    """

    def __init__(self, module: cst.Module) -> None:
        self.positions: dict[cst.CSTNode, Range] = {}
        self.clauses: dict[cst.CSTNode, tuple[int, Clause | None]] = {}
        self.comments: list[cst.Comment] = []
        module._codegen(cast(CodegenState, _Writing(module, self)))


class _Writing:
    """What libcst's nodes write to, of which only the place is kept (``CodegenState``)."""

    def __init__(self, module: cst.Module, written: Written) -> None:
        self.default_indent = module.default_indent
        self.default_newline = module.default_newline
        self.tokens: list[str] = []
        """The first token: libcst asks whether there is any."""
        self.line = 1
        self.column = 0
        self.positions = written.positions
        self._clauses = written.clauses
        self._comments = written.comments
        self._indents: list[str] = []
        self._starts: list[Position] = []
        self._clause: Clause | None = None

    def increase_indent(self, value: str) -> None:
        """Begin a block."""
        self._indents.append(value)

    def decrease_indent(self) -> None:
        """End it."""
        self._indents.pop()

    def add_indent_tokens(self) -> None:
        """Begin a line of a block."""
        for indent in self._indents:
            self.column += len(indent)

    def add_token(self, value: str) -> None:
        """Go on to where a token ends."""
        self.tokens = self.tokens or [value]
        if "\n" in value or "\r" in value:
            *before, last = _LINE_END.split(value)
            self.line += len(before)
            self.column = len(last)
        else:
            self.column += len(value)

    def pop_trailing_newline(self) -> None:
        """The end of the file: nothing stands there."""

    def before_codegen(self, node: cst.CSTNode) -> None:
        """Note where a node begins, and in which clause."""
        self._starts.append(Position(self.line, self.column))
        kind = node.__class__
        if _is_clause(kind):
            self._clause = Clause(node, self._clause)
        elif kind is cst.Comment:
            self._comments.append(cast(cst.Comment, node))
        self._clauses[node] = len(self._clauses), self._clause

    def after_codegen(self, node: cst.CSTNode) -> None:
        """Note where it ends, unless it has said so itself."""
        start = self._starts.pop()
        if node not in self.positions:
            self.positions[node] = Range(start, Position(self.line, self.column))
        if self._clause is not None and node is self._clause.node:
            self._clause = self._clause.holder

    def record_syntactic_position(
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> _Recording:
        """Note where a node stands without the whitespace that it owns."""
        return _Recording(self, node, start_node, end_node)


class _Recording:
    """The part of a node's code that is its own."""

    __slots__ = ("_end_node", "_node", "_start", "_start_node", "_state")

    def __init__(
        self,
        state: _Writing,
        node: cst.CSTNode,
        start_node: cst.CSTNode | None,
        end_node: cst.CSTNode | None,
    ) -> None:
        self._state = state
        self._node = node
        self._start_node = start_node
        self._end_node = end_node

    def __enter__(self) -> None:
        self._start = Position(self._state.line, self._state.column)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            return
        state = self._state
        positions = state.positions
        start, first, last = self._start, self._start_node, self._end_node
        end = Position(state.line, state.column) if last is None else positions[last].end
        positions[self._node] = Range(start if first is None else positions[first].start, end)
