"""One line a finding as Pylint's ``parseable`` writes it, for tools that read that."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from tflint.report.place import place_of
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write ``path:line: [CODE] message`` for each finding."""
    for finding in report.findings:
        place = place_of(report, finding.path, finding.span.line)
        cell = f"cell {place.cell}: " if place.cell is not None else ""
        verdict = f" [{finding.verdict}]" if finding.verdict else ""
        said = one_line(f"{cell}{finding.message}{verdict}")
        stream.write(f"{printable(finding.path)}:{place.line}: [{finding.code}] {said}\n")
