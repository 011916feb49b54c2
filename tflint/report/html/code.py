"""The lines around a finding, cut into what comes before, the flagged span and what comes after."""

from __future__ import annotations

from dataclasses import dataclass

from tflint.files import Source
from tflint.finding import Span

_AROUND = 2
_MOST_FLAGGED = 8
_LONGEST = 240
_BEFORE = 80


@dataclass(frozen=True)
class Line:
    """One line of code; ``marked`` is the part that the finding is about."""

    number: int
    before: str
    marked: str = ""
    after: str = ""


def excerpt(source: Source, span: Span) -> list[Line]:
    """A few lines with the span marked, none blank at either end, none of another cell."""
    source, span = source.as_written(span)
    last_flagged = min(max(span.end_line, span.line), span.line + _MOST_FLAGGED - 1)
    cell = source.place(span.line).cell
    lines = []
    for number in range(span.line - _AROUND, last_flagged + _AROUND + 1):
        if not 1 <= number <= len(source.lines) or source.place(number).cell != cell:
            continue
        text = source.lines[number - 1].rstrip("\r\n").replace("\t", "    ")
        shown = source.place(number).line
        if span.line <= number <= last_flagged:
            lines.append(Line(shown, *_cut(*_split(source.lines[number - 1], number, span))))
        else:
            lines.append(Line(shown, text[:_LONGEST] + "…" * (len(text) > _LONGEST)))
    while lines and not _says_something(lines[-1]):
        lines.pop()
    while lines and not _says_something(lines[0]):
        lines.pop(0)
    return lines


def _says_something(line: Line) -> bool:
    return bool(line.marked or line.before.strip() or line.after.strip())


def _split(line: str, number: int, span: Span) -> tuple[str, str, str]:
    line = line.rstrip("\r\n")
    first = span.column - 1 if number == span.line else len(line) - len(line.lstrip())
    end = span.end_column - 1 if number == span.end_line else len(line.rstrip())
    first = min(max(first, 0), len(line))
    end = min(max(end, first), len(line))
    before, marked, after = line[:first], line[first:end], line[end:]
    return before.replace("\t", "    "), marked.replace("\t", "    "), after.replace("\t", "    ")


def _cut(before: str, marked: str, after: str) -> tuple[str, str, str]:
    """The three parts of a long line, cut around the marked one."""
    if len(before) + len(marked) + len(after) <= _LONGEST:
        return before, marked, after
    if len(before) > _BEFORE:
        before = "…" + before[-_BEFORE:]
    if len(marked) > _LONGEST:
        return before, marked[:_LONGEST] + "…", ""
    rest = max(_LONGEST - len(before) - len(marked), 0)
    return before, marked, after[:rest] + "…" * (len(after) > rest)
