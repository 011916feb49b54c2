"""The report for machines: one JSON array."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO

from tflint.finding import Finding, Reason
from tflint.report.fixes import as_values
from tflint.report.links import rule_page
from tflint.report.place import place_of

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write the findings as one array, one object each."""
    entries = [entry(report, finding, confirmed=reporting.confirmed) for finding in report.findings]
    json.dump(entries, stream, indent=2, default=str)
    stream.write("\n")


def entry(report: Report, finding: Finding, *, confirmed: bool = False) -> dict[str, Any]:
    """One finding: lines and columns count from 1, in a notebook within the cell."""
    span = finding.span
    cell, line, indent = place_of(report, finding.path, span.line)
    _, end_line, end_indent = place_of(report, finding.path, span.end_line)
    result: dict[str, Any] = {"path": finding.path}
    if cell is not None:
        result["cell"] = cell
    result |= {
        "line": line,
        "column": span.column + indent,
        "end_line": end_line,
        "end_column": span.end_column + end_indent,
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "harm": finding.harm.value,
        "severity": finding.severity.value,
        "information": finding.information,
        "function": _function(report, finding),
        "chain": [_reason(report, reason) for reason in finding.chain],
        "help": finding.help,
        "url": rule_page(finding.code),
        "fix": as_values(report, finding),
    }
    if confirmed:
        result |= {"verdict": finding.verdict, "evidence": finding.evidence}
    return result


def _function(report: Report, finding: Finding) -> dict[str, Any] | None:
    """The function that a finding stands in, and what makes a graph of it."""
    subject = finding.subject
    if subject is None:
        return None
    cell, line, _ = place_of(report, finding.path, subject.function.line)
    kind = subject.kind.value
    result = {"name": subject.function.qualname, "line": line, "runs_as": kind}
    return result if cell is None else {**result, "cell": cell}


def _reason(report: Report, reason: Reason) -> dict[str, Any]:
    cell, line, _ = place_of(report, reason.path, reason.line)
    result: dict[str, Any] = {"path": reason.path, "line": line, "text": reason.text}
    return result if cell is None else {**result, "cell": cell}
