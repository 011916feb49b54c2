"""Flags what rules propose: a visitor finds the concrete node, and the comments that may silence it."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import ceil
from typing import ClassVar, NamedTuple

import libcst as cst
from libcst import BatchableCSTVisitor
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider, ProviderT

from tflint.change import Change, Keep, Move, Proposable, Proposed
from tflint.cst.editing import NodeText, edits_that_make
from tflint.cst.matching import Positions, concrete_range
from tflint.cst.provider import GraphCache, GraphFacts, GraphProvider
from tflint.cst.slices import MOST_NODES, Excerpt, Slice, excerpt, is_too_much, slices_around, whole
from tflint.facts import Project
from tflint.files.noqa import begins_with_noqa
from tflint.finding import Finding, Fix, Span
from tflint.syntax.model import Module

_WORTH_DIVIDING = 400
"""Slices whose concrete trees, 150 kB each where functions are small, are worth having at a time."""
_MOST_DIVISIONS = 8
"""How often the index of a file is gone through at most, once for each part of its slices."""


class ConcretePlace(NamedTuple):
    """Where a node stands in concrete syntax.

    Attributes:
        span: its exact range.
        noqa_lines: lines of the comments that may silence what is found there.
        written: the node in its text.
    """

    span: Span
    noqa_lines: tuple[int, ...]
    written: NodeText


def flag(project: Project, path: str, proposed: Sequence[Proposed]) -> list[Finding]:
    """The findings of one file, in order, each where its node stands in concrete syntax.

    Where libcst can't parse the code, a finding stays where ``ast`` says that the node is.
    """
    if any(isinstance(change, Keep) for _, _, change in proposed):
        from tflint.cst.keeping import change_of  # late, as all that only fixes need

        proposed = [
            one._replace(change=change_of(one.change)) if isinstance(one.change, Keep) else one
            for one in proposed
        ]
    nodes = [node for node, _, _ in proposed]
    for _, _, change in proposed:
        if change is not None and change.node is not None:
            nodes.append(change.node)
        if isinstance(change, Change):
            nodes += change.parts
    found = flagged(project, path, nodes)
    module = project.module(path)
    return [_flagged(finding, node, change, found, module) for node, finding, change in proposed]


def _flagged(
    finding: Finding,
    node: ast.AST,
    change: Proposable | None,
    found: Mapping[int, ConcretePlace],
    module: Module | None,
) -> Finding:
    """The finding where its node stands, and with its fix."""
    place = found.get(id(node))
    if place is not None:
        finding = replace(finding, span=place.span, noqa_lines=place.noqa_lines)
    if change is None or isinstance(change, Keep) or change.applicability is None:
        return finding
    if isinstance(change, Move):
        from tflint.cst.moving import edits_of

        edits = None if module is None else edits_of(module, change)
        if edits is None:
            return finding
        return replace(finding, fix=Fix(finding.help, change.applicability, edits, change.binds))
    changed = place if change.node is None else found.get(id(change.node))
    parts = [found[id(part)].written.node for part in change.parts if id(part) in found]
    if changed is None or len(parts) < len(change.parts):
        return finding
    edits = edits_that_make(change, changed.written, parts)
    if edits is None:
        return finding
    return replace(finding, fix=Fix(finding.help, change.applicability, edits, change.binds))


def flagged(project: Project, path: str, nodes: Iterable[ast.AST]) -> dict[int, ConcretePlace]:
    """Where the nodes of one file stand, by ``id``; those that can't be found are left out."""
    module = project.module(path)
    wanted = {id(node): node for node in nodes}
    found: dict[int, ConcretePlace] = {}
    if module is None:
        return found
    slices = slices_around(module, wanted.values())
    for together in _divided(slices):  # whose concrete trees come and go one by one
        found |= _in_slices(project, module, together, wanted)
    if len(found) < len(wanted) and not is_too_much(module.tree, module.lines):
        found = (_visited(project, path, whole(module), wanted) or {}) | found
    return found


def _divided(slices: Sequence[Slice]) -> Iterator[Sequence[Slice]]:
    """Slices that are parsed together: as many as are worth having at a time."""
    most = max(_WORTH_DIVIDING, ceil(len(slices) / _MOST_DIVISIONS))
    first = nodes = 0
    for number, part in enumerate(slices):
        nodes += part.nodes
        if number - first >= most or nodes > MOST_NODES:
            yield slices[first:number]
            first, nodes = number, part.nodes
    yield slices[first:]


def _in_slices(
    project: Project, module: Module, slices: Sequence[Slice], wanted: Mapping[int, ast.AST]
) -> dict[int, ConcretePlace]:
    """What is found in slices, visited together; by halves where one can't be, so the others are."""
    if not slices:
        return {}
    found = _visited(project, module.path, excerpt(module, slices), wanted)
    if found is not None or len(slices) == 1:
        return found or {}
    half = len(slices) // 2
    return {
        **_in_slices(project, module, slices[:half], wanted),
        **_in_slices(project, module, slices[half:], wanted),
    }


def _visited(
    project: Project, path: str, part: Excerpt, wanted: Mapping[int, ast.AST]
) -> dict[int, ConcretePlace] | None:
    """What is found in a part of a file; None where libcst can't read it."""
    module = _parsed(part.text)
    if module is None:
        return None
    cache: Mapping[ProviderT, object] = {GraphProvider: GraphCache(project, path, part)}
    visitor = Flagger(wanted, part)
    try:
        _Wrapper(module, unsafe_skip_copy=True, cache=cache).visit(visitor)
    except RecursionError:
        return None
    return visitor.found


def _parsed(text: str) -> cst.Module | None:
    """None where libcst's grammar is older than the code, or its parser fails on it."""
    try:
        return cst.parse_module(text)
    except Exception:
        return None


class _Wrapper(MetadataWrapper):
    """Goes through the tree for visitors only; libcst does so for each round of providers, too."""

    def visit_batched(
        self,
        visitors: Iterable[BatchableCSTVisitor],
        before_visit: Callable[[cst.CSTNode], None] | None = None,
        after_leave: Callable[[cst.CSTNode], None] | None = None,
    ) -> cst.CSTNode:
        """As in libcst, and nothing where there are none."""
        visitors = list(visitors)
        if not visitors:
            return self.module
        return super().visit_batched(visitors, before_visit, after_leave)


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


@cache
def _is_clause(kind: type[cst.CSTNode]) -> bool:
    """Asked of each node: libcst's classes are abstract, of which ``isinstance`` takes long."""
    return issubclass(kind, _CLAUSES)


class _Place(NamedTuple):
    """A proposed node: its range, the lines of the clause it stands in, and what is said above that."""

    written: NodeText
    where: CodeRange
    first: int
    last: int
    above: tuple[int, ...]


class Locator(cst.CSTVisitor):
    """Finds where concrete nodes stand, and the comments that may silence what is found there.

    Args:
        part: what is visited of the file.
    """

    METADATA_DEPENDENCIES: ClassVar[Collection[ProviderT]] = (PositionProvider,)

    def __init__(self, part: Excerpt) -> None:
        super().__init__()
        self._part = part
        self._default_indent = ""
        self._clauses: list[cst.CSTNode] = []
        self._keys: dict[cst.CSTNode, int] = {}
        self._wanted_lines: list[int] = []
        self._places: dict[int, _Place] = {}
        self._noqa: list[int] = []

    def keys(self) -> Iterator[tuple[cst.CSTNode, int]]:
        """The nodes to find, each with what it is to be found by."""
        yield from ()

    @property
    def found(self) -> dict[int, ConcretePlace]:
        """Where the nodes stand that were found."""
        self._noqa.sort()
        return {key: self._flagged(place) for key, place in self._places.items()}

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Look at every node on the way in, but for those of statements in which nothing is wanted."""
        kind = node.__class__
        if _is_clause(kind):
            self._clauses.append(node)
        key = self._keys.get(node)
        if key is not None and self._clauses:
            self._places[key] = self._place(node)
        if kind is cst.SimpleStatementLine:
            where = self._range(node)
            lines = self._wanted_lines
            following = bisect_left(lines, where.start.line)
            return following < len(lines) and lines[following] <= where.end.line
        if kind is cst.Comment or kind is cst.Module:
            super().on_visit(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        """Leave the clause that ends here."""
        if _is_clause(original_node.__class__):
            self._clauses.pop()

    def on_visit_attribute(self, node: cst.CSTNode, attribute: str) -> None:
        """Nothing is asked of attributes, which saves libcst looking for what might ask."""

    def on_leave_attribute(self, original_node: cst.CSTNode, attribute: str) -> None:
        """Nothing is asked of attributes."""

    def visit_Module(self, node: cst.Module) -> None:
        """Note which nodes are wanted, and where they stand."""
        self._default_indent = node.default_indent
        for wanted, key in self.keys():
            self._keys[wanted] = key
            self._wanted_lines.append(self._range(wanted).start.line)
        self._wanted_lines.sort()

    def visit_Comment(self, node: cst.Comment) -> None:
        """Note where something is said about findings."""
        if "noqa" in node.value.lower():
            self._noqa.append(self._range(node).start.line)

    def _range(self, node: cst.CSTNode) -> CodeRange:
        return self.get_metadata(PositionProvider, node)

    def _place(self, node: cst.CSTNode) -> _Place:
        positions: Positions = self.metadata[PositionProvider]  # type: ignore[assignment]
        clause = self._clauses[-1]
        first, last = self._lines(clause)
        start = self._range(node).start
        written = NodeText(node, start, first, self._part, self._default_indent)
        return _Place(
            written, concrete_range(node, positions), first, last, tuple(self._above(clause))
        )

    def _lines(self, clause: cst.CSTNode) -> tuple[int, int]:
        """The first and the last line of a clause; of one with a block, up to the block."""
        where = self._range(clause)
        first, last = where.start.line, where.end.line
        if isinstance(clause, (cst.FunctionDef, cst.ClassDef)) and clause.decorators:
            first = self._range(clause.decorators[0]).start.line
        body = getattr(clause, "body", None)
        if isinstance(body, cst.IndentedBlock):
            last = self._range(body.header).start.line
        elif isinstance(clause, cst.Match):
            last = self._range(clause.whitespace_after_colon).start.line
        return first, last

    def _above(self, clause: cst.CSTNode) -> Iterator[int]:
        """The lines directly above a clause whose comments say ``noqa``."""
        holder = self._clauses[-2] if len(self._clauses) > 1 else None
        if isinstance(holder, (cst.FunctionDef, cst.ClassDef)) and clause in holder.decorators[:1]:
            clause = holder
        lines: Sequence[cst.EmptyLine] = getattr(clause, "leading_lines", ())
        for line in reversed(lines):
            if line.comment is None:
                return
            if begins_with_noqa(line.comment.value):
                yield self._range(line.comment).start.line

    def _flagged(self, place: _Place) -> ConcretePlace:
        start, end = place.where.start, place.where.end
        numbers = self._part.numbers
        first, last = bisect_left(self._noqa, place.first), bisect_right(self._noqa, place.last)
        lines = (*place.above, *self._noqa[first:last])
        return ConcretePlace(
            Span(numbers[start.line - 1], start.column + 1, numbers[end.line - 1], end.column + 1),
            tuple(numbers[line - 1] for line in lines),
            place.written,
        )


class Flagger(Locator):
    """Finds the concrete nodes of what rules propose.

    Args:
        wanted: the proposed nodes by ``id``.
        part: what is visited of the file.
    """

    METADATA_DEPENDENCIES = (GraphProvider, PositionProvider)

    def __init__(self, wanted: Mapping[int, ast.AST], part: Excerpt) -> None:
        super().__init__(part)
        self._wanted = wanted

    def keys(self) -> Iterator[tuple[cst.CSTNode, int]]:
        """Nodes by the ``id`` of what was wanted."""
        known: Mapping[cst.CSTNode, GraphFacts] = self.metadata[GraphProvider]  # type: ignore[assignment]
        for found, facts in known.items():
            key = id(facts.node)
            if key in self._wanted:
                yield found, key


class NodeLocator(Locator):
    """Finds concrete nodes that are at hand, by their places in a list; one that is in no statement, not.

    Args:
        nodes: the nodes, which may be there more than once.
        part: what is visited of the file.
    """

    def __init__(self, nodes: Sequence[cst.CSTNode], part: Excerpt) -> None:
        super().__init__(part)
        self._nodes = nodes

    def keys(self) -> Iterator[tuple[cst.CSTNode, int]]:
        """Nodes by their first places."""
        positions = self.metadata[PositionProvider]
        first: dict[cst.CSTNode, int] = {}
        for index, node in enumerate(self._nodes):
            if node in positions and not isinstance(node, cst.Module):
                first.setdefault(node, index)
        yield from first.items()

    @property
    def found(self) -> dict[int, ConcretePlace]:
        """Where the nodes stand that were found, for each place in the list."""
        by_first = super().found
        first = {node: by_first.get(key) for node, key in self._keys.items()}
        return {
            index: place
            for index, node in enumerate(self._nodes)
            if (place := first.get(node)) is not None
        }
