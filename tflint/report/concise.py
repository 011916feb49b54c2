"""One line a finding: ``path:line:column: CODE message``, and in brackets what else there is to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from tflint.report.fixes import mark, proofs, shown_fixes
from tflint.report.place import location
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.linting.linter import Report
    from tflint.report import Reporting


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write the findings, and what was fixed if asked; the summary is the text format's business."""
    for finding in report.findings:
        said = [finding.severity.remark, finding.verdict]
        remarks = ", ".join(filter(None, said))
        place = printable(location(report, finding))
        message = mark(finding, reporting) + one_line(finding.message)
        stream.write(f"{place}: {finding.code} {message}{remarks and f' [{remarks}]'}\n")
    for line in proofs(report.fixed) if reporting.confirmed else ():
        stream.write(f"{line}\n")
    for line in shown_fixes(report.fixed) if reporting.show_fixes else ():
        stream.write(f"{line}\n")
