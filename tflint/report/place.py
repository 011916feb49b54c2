"""Where a finding is, in the words of its reader: a line of the file or of a notebook cell."""

from __future__ import annotations

from tflint.files import Place
from tflint.finding import Finding
from tflint.linting.linter import Report


def place_of(report: Report, path: str, line: int) -> Place:
    """Place of a line of a source."""
    source = report.sources.get(path)
    return source.place(line) if source is not None else Place(None, line)


def located(report: Report, path: str, line: int, column: int | None = None) -> str:
    """``path:line:column``, with the cell between path and line in a notebook."""
    cell, line, indent = place_of(report, path, line)
    parts = [path, *([f"cell {cell}"] if cell is not None else []), str(line)]
    if column is not None:
        parts.append(str(column + indent))
    return ":".join(parts)


def location(report: Report, finding: Finding) -> str:
    """Where the finding begins."""
    return located(report, finding.path, finding.span.line, finding.span.column)
