"""JUnit XML, which most build servers show: a suite a file, a case a finding."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, TextIO
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from tflint.finding import Finding
from tflint.report.links import rule_page
from tflint.report.place import located, location, place_of
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting

_NO_CHARACTERS = str.maketrans({"\ufffe": "\\ufffe", "\uffff": "\\uffff"})
"""What XML cannot say, besides what drives terminals."""


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write one suite for each file that has findings, else one case that passes.

    What is information, or was refuted, is a case that was skipped.
    """
    suites = Element("testsuites", name="tflint")
    for path, findings in groupby(report.findings, key=lambda finding: finding.path):
        suite = SubElement(suites, "testsuite", name=_text(path), package="tflint")
        for finding in findings:
            _case(suite, report, finding)
        _count(suite, report)
    if not report.findings:
        suite = SubElement(suites, "testsuite", name="tflint", package="tflint")
        SubElement(suite, "testcase", name="no findings", classname="tflint")
        _count(suite, report)
    for name in ("tests", "failures"):
        suites.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    suites.set("errors", "0")
    indent(suites)
    ElementTree(suites).write(stream, encoding="unicode", xml_declaration=True)
    stream.write("\n")


def _case(suite: Element, report: Report, finding: Finding) -> None:
    place = place_of(report, finding.path, finding.span.line)
    column = finding.span.column + place.indent
    where = f"cell {place.cell}:{place.line}:{column}" if place.cell else f"{place.line}:{column}"
    case = SubElement(
        suite,
        "testcase",
        name=f"{finding.code} at {where}",
        classname=_text(finding.path),
        file=_text(finding.path),
        line=str(place.line),
    )
    is_failure = finding.asks_for_change and finding.verdict != "refuted"
    said = _text(finding.message)
    outcome = SubElement(case, "failure" if is_failure else "skipped", message=said)
    if is_failure:
        outcome.set("type", finding.code)
    outcome.text = "\n".join(map(_text, _body(report, finding)))


def _body(report: Report, finding: Finding) -> Iterator[str]:
    verdict = f" [{finding.verdict}]" if finding.verdict else ""
    yield f"{location(report, finding)}: {finding.code} {finding.message}{verdict}"
    for reason in finding.chain:
        yield f"because: {located(report, reason.path, reason.line)} {reason.text}"
    if finding.information:
        yield f"{finding.severity.remark}: {finding.information}"
    if finding.help:
        yield f"help: {finding.help}"
    page = rule_page(finding.code)
    if page is not None:
        yield page


def _count(suite: Element, report: Report) -> None:
    suite.set("tests", str(len(suite)))
    for name, outcome in (("failures", "failure"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(outcome) is not None for case in suite)))
    suite.set("errors", "0")


def _text(text: str) -> str:
    return printable(one_line(text)).translate(_NO_CHARACTERS)
