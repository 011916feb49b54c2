"""Workflow commands that GitHub Actions shows beside the code."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from tflint.report.place import location
from tflint.report.plain import printable

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write one ``::error`` or ``::notice`` command a finding that was not refuted."""
    for finding in report.findings:
        if finding.verdict == "refuted":
            continue
        level = "error" if finding.asks_for_change else "notice"
        span = finding.span
        properties = {"title": f"tflint ({finding.code})", "file": finding.path}
        source = report.sources.get(finding.path)
        if source is None or source.cells is None:  # lines of a notebook's JSON mean nothing
            properties |= {"line": str(span.line), "col": str(span.column)}
            properties |= {"endLine": str(span.end_line), "endColumn": str(span.end_column)}
        listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        text = f"{location(report, finding)}: {finding.code} {finding.message}"
        if finding.verdict:
            text += f" [{finding.verdict}]"
        stream.write(f"::{level} {listed}::{_data(text)}\n")


def _data(text: str) -> str:
    return "%0A".join(printable(line).replace("%", "%25") for line in text.split("\n"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
