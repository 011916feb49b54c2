"""Logging commands that Azure Pipelines shows as warnings and errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from tflint.report.links import rule_page
from tflint.report.place import location, place_of
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting

_ESCAPES = str.maketrans({"%": "%AZP25", ";": "%3B", "]": "%5D", "\r": "%0D", "\n": "%0A"})


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write one ``task.logissue`` command a finding that was not refuted."""
    for finding in report.findings:
        if finding.verdict == "refuted":
            continue
        place = place_of(report, finding.path, finding.span.line)
        level = "error" if finding.asks_for_change else "warning"
        properties = {"type": level, "sourcepath": finding.path}
        if place.cell is None:  # lines of a notebook's JSON mean nothing
            properties |= {"linenumber": str(place.line), "columnnumber": str(finding.span.column)}
        properties["code"] = finding.code
        listed = "".join(f"{key}={_property(value)};" for key, value in properties.items())
        cell = f"{location(report, finding)}: " if place.cell is not None else ""
        verdict = f" [{finding.verdict}]" if finding.verdict else ""
        page = rule_page(finding.code)
        text = f"{cell}{finding.message}{verdict}{f' ({page})' if page else ''}"
        stream.write(f"##vso[task.logissue {listed}]{_data(text)}\n")


def _data(text: str) -> str:
    return one_line(text).replace("%", "%AZP25")


def _property(text: str) -> str:
    return printable(text).translate(_ESCAPES)
