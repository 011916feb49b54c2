"""Where a finding, or a reason for it, is for the editor: a range of a file or of a notebook's cell."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from lsprotocol import types
from pygls.uris import from_fs_path

from tflint.files import Source
from tflint.finding import Reason, Span
from tflint.server.documents import Documents, OpenText


class Opened(NamedTuple):
    """What the editor calls the files that are open, by their paths."""

    documents: Documents
    uris: Mapping[str, str]
    sources: Mapping[str, Source]


def text_at(opened: Opened, path: str, line: int) -> tuple[OpenText, int, int] | None:
    """The open text that a line of a source is in, its line there from 0, and what columns differ by."""
    uri = opened.uris.get(path, path)
    source = opened.sources.get(path)
    if source is None or source.cells is None:
        text = opened.documents.texts.get(uri)
        return None if text is None else (text, line - 1, 0)
    place = source.place(line)
    text = None if place.cell is None else opened.documents.cell(uri, place.cell)
    return None if text is None else (text, place.line - 1, place.indent)


def location(opened: Opened, path: str, span: Span) -> types.Location | None:
    """Where a span is; None for a file that the editor has no name for."""
    found = text_at(opened, path, span.line)
    if found is None:
        return _written(opened, path, span)
    text, line, indent = found
    units = opened.documents.units
    end = text_at(opened, path, span.end_line)
    if end is None or end[0] is not text:
        end = (text, line, indent)
    start = text.position(line, span.column - 1 + indent, units)
    stop = text.position(end[1], span.end_column - 1 + end[2], units)
    if (stop.line, stop.character) < (start.line, start.character):
        stop = start
    return types.Location(text.uri, types.Range(start, stop))


def _written(opened: Opened, path: str, span: Span) -> types.Location | None:
    """The same in a file that is not open."""
    if not os.path.isabs(path):
        return None
    source = opened.sources.get(path)
    units = opened.documents.units

    def position(line: int, column: int) -> types.Position:
        lines = [] if source is None else source.lines
        before = lines[line - 1][: column - 1] if line <= len(lines) else ""
        return types.Position(line - 1, units.of(before))

    uri = from_fs_path(path)
    if uri is None or (source is not None and source.cells is not None):
        return None
    start = position(span.line, span.column)
    return types.Location(uri, types.Range(start, position(span.end_line, span.end_column)))


def of_reason(opened: Opened, reason: Reason) -> types.Location | None:
    """Where a reason is: the line of it, from its first word to its last."""
    source = opened.sources.get(reason.path)
    lines = [] if source is None else source.lines
    line = lines[reason.line - 1] if 1 <= reason.line <= len(lines) else ""
    first, last = len(line) - len(line.lstrip()) + 1, len(line.rstrip()) + 1
    return location(opened, reason.path, Span(reason.line, first, reason.line, max(first, last)))


def holds(range: types.Range, position: types.Position) -> bool:
    """Whether a place is in a range, its end included."""
    start, end = range.start, range.end
    at = (position.line, position.character)
    return (start.line, start.character) <= at <= (end.line, end.character)


def meet(one: types.Range, other: types.Range) -> bool:
    """Whether two ranges have a place in common, their ends included."""
    return holds(one, other.start) or holds(other, one.start)
