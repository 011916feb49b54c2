"""The code frame: the line of a finding, underlined."""

from __future__ import annotations

from tflint.finding import Span
from tflint.report.plain import printable, width

_LONGEST = 160
_BEFORE = 40
_MOST_LINES = 3


def frame(lines: list[str], span: Span) -> list[tuple[int, str, str]]:
    """Lines to show: number, text, and the carets below it.

    Tabs are expanded, control characters escaped, long lines cut around the finding, and of a
    finding over many lines the first few are shown.
    """
    last = min(max(span.end_line, span.line), span.line + _MOST_LINES - 1, len(lines))
    result = []
    for number in range(span.line, last + 1):
        line = lines[number - 1]
        first = span.column - 1 if number == span.line else len(line) - len(line.lstrip())
        end = span.end_column - 1 if number == span.end_line else len(line.rstrip())
        result.append((number, *_underlined(line, first, end)))
    return result


def _underlined(line: str, first: int, end: int) -> tuple[str, str]:
    first = min(max(first, 0), len(line))
    end = min(max(end, first), len(line))
    cut = first - _BEFORE if len(line) > _LONGEST and first > _BEFORE else 0
    lead = "…" if cut else ""
    tail = "…" if len(line) > cut + _LONGEST else ""
    end = min(end, cut + _LONGEST)
    before = lead + _shown(line[cut:first])
    marked = _shown(line[first:end])
    after = _shown(line[end : cut + _LONGEST]) + tail
    carets = " " * width(before) + "^" * max(width(marked), 1)
    return before + marked + after, carets


def _shown(piece: str) -> str:
    return printable(piece.replace("\t", "    "))
