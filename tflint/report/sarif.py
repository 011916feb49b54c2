"""SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

from tflint.finding import Finding, Fix, Harm, Reason, Span
from tflint.linting.codes import every_rule
from tflint.report.evidence import lines
from tflint.report.fingerprints import fingerprints
from tflint.report.links import PROJECT, rule_page
from tflint.report.pages import body
from tflint.report.place import place_of
from tflint.version import __version__

if TYPE_CHECKING:
    from tflint.files import Place
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write one run with the rules it names."""
    codes = sorted({finding.code for finding in report.findings})
    driver = {
        "name": "tflint",
        "informationUri": PROJECT,
        "version": __version__,
        "rules": [_rule(report, code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(report, finding, codes, fingerprint)
            for finding, fingerprint in zip(
                report.findings, fingerprints(report, _uri), strict=True
            )
        ],
    }
    document = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    json.dump(document, stream, indent=2, default=str)
    stream.write("\n")


def _rule(report: Report, code: str) -> dict[str, Any]:
    rule = every_rule(report.plugins).get(code)
    if rule is None:  # one of a project's own, in a report that was read back
        name = next(finding.name for finding in report.findings if finding.code == code)
        return {"id": code, "name": name}
    said = {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "help": {"text": body(rule), "markdown": body(rule)},
    }
    page = rule_page(code)
    return said if page is None else {**said, "helpUri": page}


def _result(report: Report, finding: Finding, codes: list[str], fingerprint: str) -> dict[str, Any]:
    span = finding.span
    place = place_of(report, finding.path, span.line)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "kind": "pass" if finding.verdict == "refuted" else "fail",
        "level": _level(finding),
        "message": {"text": finding.message},
        "partialFingerprints": {"tflint/v1": fingerprint},
        "locations": [_location(finding.path, _region(span), place, span.column + place.indent)],
    }
    if finding.chain:
        result["relatedLocations"] = [_related(report, reason) for reason in finding.chain]
    if finding.fix is not None and place.cell is None:  # cells are no regions of the file
        result["fixes"] = [_fix(finding.path, finding.fix)]
    properties: dict[str, Any] = {"harm": finding.harm.value, "help": finding.help}
    if finding.information:
        properties["information"] = finding.information
    if finding.verdict:
        properties |= {"verdict": finding.verdict, "evidence": finding.evidence}
        told = [
            f"{label}: {text}" if label else text for label, text in lines(finding.evidence or {})
        ]
        result["message"]["text"] += f" [{'; '.join([finding.verdict, *told[:1]])}]"
    return {**result, "properties": properties}


def _level(finding: Finding) -> str:
    """By what it does, and what is known of it: ``none`` goes with the kind ``pass``."""
    if finding.verdict == "refuted":
        return "none"
    if not finding.asks_for_change:
        return "note"
    is_proven = finding.verdict == "confirmed" and finding.harm is not Harm.COST
    return "error" if is_proven or finding.harm is Harm.ERROR else "warning"


def _fix(path: str, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        for edit in fix.edits
    ]
    change = {"artifactLocation": {"uri": _uri(path)}, "replacements": replacements}
    return {"description": {"text": fix.message}, "artifactChanges": [change]}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _related(report: Report, reason: Reason) -> dict[str, Any]:
    place = place_of(report, reason.path, reason.line)
    location = _location(reason.path, {"startLine": reason.line}, place)
    return {**location, "message": {"text": reason.text}}


def _location(
    path: str, region: dict[str, int], place: Place, column: int | None = None
) -> dict[str, Any]:
    """A region of a file; of a notebook, whose lines are JSON, the place in a cell."""
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(path)}}
    if place.cell is None:
        return {"physicalLocation": {**physical, "region": region}}
    name = place.text if column is None else f"{place.text}:{column}"
    logical = {"fullyQualifiedName": name, "kind": "cell"}
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _uri(path: str) -> str:
    uri = quote(path.replace(os.sep, "/"), errors="surrogateescape")
    return "file://" + uri if os.path.isabs(path) else uri
