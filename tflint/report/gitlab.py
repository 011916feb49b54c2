"""GitLab's code quality report, a JSON array of what Code Climate calls issues."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

from tflint.finding import Finding, Harm
from tflint.report.fingerprints import fingerprints
from tflint.report.links import rule_page
from tflint.report.place import location, place_of
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting

_SEVERITIES = {
    Harm.COST: "minor",
    Harm.SILENT: "major",
    Harm.RAISES: "major",
    Harm.ERROR: "critical",
}


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write one issue a finding that was not refuted; its fingerprint stays when lines move."""
    issues = [
        _issue(report, finding, _path(finding.path), fingerprint)
        for finding, fingerprint in zip(report.findings, fingerprints(report, _path), strict=True)
        if finding.verdict != "refuted"
    ]
    json.dump(issues, stream, indent=2)
    stream.write("\n")


def _issue(report: Report, finding: Finding, path: str, fingerprint: str) -> dict[str, Any]:
    begin = place_of(report, finding.path, finding.span.line)
    end = place_of(report, finding.path, finding.span.end_line)
    cell = f"{location(report, finding)}: " if begin.cell is not None else ""
    verdict = f" [{finding.verdict}]" if finding.verdict else ""
    is_info = not finding.asks_for_change
    return {
        "type": "issue",
        "check_name": finding.code,
        "description": one_line(f"{cell}{finding.code}: {finding.message}{verdict}"),
        "content": {"body": "\n\n".join(_body(finding))},
        "categories": ["Performance" if finding.harm is Harm.COST else "Bug Risk"],
        "severity": "info" if is_info else _SEVERITIES[finding.harm],
        "fingerprint": fingerprint,
        "location": {"path": printable(path), "lines": {"begin": begin.line, "end": end.line}},
    }


def _body(finding: Finding) -> Iterator[str]:
    if finding.information:
        yield one_line(f"{finding.severity.remark.capitalize()}: {finding.information}")
    yield one_line(finding.help)
    yield _linked(finding)


def _linked(finding: Finding) -> str:
    """The name of a rule, with the page that it has."""
    page = rule_page(finding.code)
    return finding.name if page is None else f"[{finding.name}]({page})"


def _path(path: str) -> str:
    """A path from the root of the repository on, which GitLab's runners name."""
    root = os.environ.get("CI_PROJECT_DIR")
    if root:
        path = os.path.relpath(os.path.abspath(path), root)
    return path.replace(os.sep, "/")
