"""reviewdog's diagnostic format, which it shows beside the lines of a change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO

from tflint.finding import Applicability, Finding, Harm, Span
from tflint.report.links import PROJECT, rule_page
from tflint.report.place import location
from tflint.report.plain import printable

if TYPE_CHECKING:
    from tflint.files import Source
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write one diagnostic a finding that was not refuted."""
    document = {
        "source": {"name": "tflint", "url": PROJECT},
        "severity": "WARNING",
        "diagnostics": [
            _diagnostic(report, finding)
            for finding in report.findings
            if finding.verdict != "refuted"
        ],
    }
    json.dump(document, stream, indent=2)
    stream.write("\n")


def _diagnostic(report: Report, finding: Finding) -> dict[str, Any]:
    source = report.sources.get(finding.path)
    is_file = source is not None and source.cells is None  # lines of a notebook's JSON mean nothing
    verdict = f" [{finding.verdict}]" if finding.verdict else ""
    said = f"{finding.message}{verdict}"
    found: dict[str, Any] = {
        "message": said if is_file else f"{location(report, finding)}: {said}",
        "location": {"path": printable(finding.path)},
        "severity": _severity(finding),
        "code": {"value": finding.code},
    }
    page = rule_page(finding.code)
    if page is not None:
        found["code"]["url"] = page
    if source is None or not is_file:
        return found
    found["location"]["range"] = _range(source, finding.span)
    fix = finding.fix
    if fix is not None and fix.applicability is Applicability.SAFE and len(fix.edits) == 1:
        (edit,) = fix.edits  # reviewdog offers each suggestion by itself
        found["suggestions"] = [{"range": _range(source, edit.span), "text": edit.text}]
    return found


def _severity(finding: Finding) -> str:
    if not finding.asks_for_change:
        return "INFO"
    return "ERROR" if finding.harm in (Harm.RAISES, Harm.ERROR) else "WARNING"


def _range(source: Source, span: Span) -> dict[str, dict[str, int]]:
    return {
        "start": _position(source, span.line, span.column),
        "end": _position(source, span.end_line, span.end_column),
    }


def _position(source: Source, line: int, column: int) -> dict[str, int]:
    """A place in bytes of UTF-8, by which reviewdog counts columns."""
    text = source.lines[line - 1] if line <= len(source.lines) else ""
    return {"line": line, "column": len(text[: column - 1].encode(errors="replace")) + 1}
