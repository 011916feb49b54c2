"""Flags what rules propose: finds the concrete node, and the comments that may silence it."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

import libcst as cst

from tflint.change import Change, Keep, Move, Proposable, Proposed
from tflint.cst.editing import NodeText, edits_that_make
from tflint.cst.matching import concrete_range, matching_of
from tflint.cst.slices import Excerpt, Slice, excerpt, is_too_deep, slices_around, whole
from tflint.cst.written import Clause, Range, Written
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
    together = max(_WORTH_DIVIDING, ceil(len(slices) / _MOST_DIVISIONS))
    for first in range(0, len(slices), together):  # whose concrete trees come and go one by one
        found |= _in_slices(project, module, slices[first : first + together], wanted)
    if len(found) < len(wanted) and not is_too_deep(module.tree, module.lines):
        found = (_visited(project, path, whole(module), wanted) or {}) | found
    return found


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
    parsed, indexed = _parsed(part.text), project.module(path)
    if parsed is None or indexed is None:
        return None
    try:
        locator = Locator(parsed, part)
        same = matching_of(indexed, part).match(locator.written.positions)
        return locator.found({node: id(of.node) for node, of in same if id(of.node) in wanted})
    except RecursionError:
        return None


def _parsed(text: str) -> cst.Module | None:
    """None where libcst's grammar is older than the code, or its parser fails on it."""
    try:
        return cst.parse_module(text)
    except Exception:
        return None


class Locator:
    """Tells where concrete nodes stand, and which comments may silence what is found there.

    Args:
        module: what was parsed.
        part: what that is of the file.
    """

    def __init__(self, module: cst.Module, part: Excerpt) -> None:
        self.written = Written(module)
        self._part = part
        self._default_indent = module.default_indent
        self._noqa = sorted(
            self._range(comment).start.line
            for comment in self.written.comments
            if "noqa" in comment.value.lower()
        )

    def found(self, keys: Mapping[cst.CSTNode, int]) -> dict[int, ConcretePlace]:
        """Where nodes stand, by their keys; of nodes with one key, the innermost."""
        clauses = self.written.clauses
        places: dict[int, ConcretePlace] = {}
        for node in sorted(keys, key=lambda node: clauses[node][0]):
            clause = clauses[node][1]
            if clause is not None:
                places[keys[node]] = self._place(node, clause)
        return places

    def _range(self, node: cst.CSTNode) -> Range:
        return self.written.positions[node]

    def _place(self, node: cst.CSTNode, clause: Clause) -> ConcretePlace:
        first, last = self._lines(clause.node)
        where = self._range(node)
        written = NodeText(node, where.start, first, self._part, self._default_indent)
        start, end = concrete_range(node, self.written.positions)
        numbers = self._part.numbers
        after, past = bisect_left(self._noqa, first), bisect_right(self._noqa, last)
        lines = (*self._above(clause), *self._noqa[after:past])
        return ConcretePlace(
            Span(numbers[start.line - 1], start.column + 1, numbers[end.line - 1], end.column + 1),
            tuple(numbers[line - 1] for line in lines),
            written,
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

    def _above(self, clause: Clause) -> Iterator[int]:
        """The lines directly above a clause whose comments say ``noqa``."""
        node, holder = clause.node, None if clause.holder is None else clause.holder.node
        if isinstance(holder, (cst.FunctionDef, cst.ClassDef)) and node in holder.decorators[:1]:
            node = holder
        lines: Sequence[cst.EmptyLine] = getattr(node, "leading_lines", ())
        for line in reversed(lines):
            if line.comment is None:
                return
            if begins_with_noqa(line.comment.value):
                yield self._range(line.comment).start.line


def located(
    module: cst.Module, nodes: Sequence[cst.CSTNode], part: Excerpt
) -> dict[int, ConcretePlace]:
    """Where concrete nodes stand, by their places in a list; one that is in no statement has none.

    Args:
        module: what was parsed.
        nodes: nodes of it, which may be there more than once, and others.
        part: what the module is of the file.
    """
    locator = Locator(module, part)
    first: dict[cst.CSTNode, int] = {}
    for index, node in enumerate(nodes):
        if node in locator.written.clauses and not isinstance(node, cst.Module):
            first.setdefault(node, index)
    by_first = locator.found(first)
    return {
        index: by_first[first[node]]
        for index, node in enumerate(nodes)
        if first.get(node) in by_first
    }
