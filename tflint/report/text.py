"""The report for people: each finding with its code, its reasons and, if asked for, its proof."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from tflint.finding import Finding, Severity
from tflint.report import evidence
from tflint.report.fixes import changed_lines, mark, proofs, remedy, shown_fixes
from tflint.report.frame import frame
from tflint.report.place import located, location
from tflint.report.plain import one_line, printable

if TYPE_CHECKING:
    from tflint.files import Source
    from tflint.finding import Fix, Span
    from tflint.linting.linter import Report
    from tflint.report import Reporting

Styled = tuple[str, str]
"""A piece of text and the rich style it has where there is colour."""

_MOST_CHANGED = 10
_VERDICT_STYLES = {"confirmed": "bold red", "refuted": "green", "inconclusive": "yellow"}


def write(report: Report, reporting: Reporting, stream: TextIO) -> None:
    """Write all findings, then the summary."""
    pieces = _report(report, reporting)
    if _wants_colour(stream, reporting.colour):
        _write_coloured(pieces, stream)
    else:
        for text, _ in pieces:
            stream.write(text)


def _wants_colour(stream: TextIO, asked: str | None) -> bool:
    """What was asked for; else colour on a terminal, ``NO_COLOR`` and ``FORCE_COLOR`` as usual."""
    if asked in ("always", "never"):
        return asked == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return os.environ["FORCE_COLOR"] != "0"
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _write_coloured(pieces: Iterator[Styled], stream: TextIO) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, force_terminal=True, highlight=False, markup=False, emoji=False)
    line = Text()
    for text, style in pieces:
        line.append(text, style=style or None)
        if text.endswith("\n"):
            console.print(line, end="", soft_wrap=True)
            line = Text()
    console.print(line, end="", soft_wrap=True)


def _report(report: Report, reporting: Reporting) -> Iterator[Styled]:
    for finding in report.findings:
        yield from _finding(report, finding, mark(finding, reporting))
        yield "\n", ""
    for line in proofs(report.fixed) if reporting.confirmed else ():
        yield line + "\n", ""
    if reporting.show_fixes:
        for line in shown_fixes(report.fixed):
            yield line + "\n", ""
    if not reporting.quiet:
        yield summary(report, confirmed=reporting.confirmed) + "\n", "bold"
        if line := remedy(report, reporting):
            yield line + "\n", ""
        for note in report.notes:
            yield one_line(note) + "\n", ""


def _frame(source: Source, span: Span) -> list[tuple[int, str, str]]:
    written, there = source.as_written(span)
    return frame(written.lines, there)


def _finding(report: Report, finding: Finding, marked: str) -> Iterator[Styled]:
    yield printable(location(report, finding)) + ": ", "bold"
    yield finding.code + " ", "bold red"
    yield marked, "cyan"
    yield one_line(finding.message), ""
    remark = finding.severity.remark
    yield f" [{finding.harm.value}{remark and f', {remark}'}]\n", "cyan"
    source = report.sources.get(finding.path)
    shown = _frame(source, finding.span) if source is not None else []
    numbers = [str(source.place(number).line if source else number) for number, _, _ in shown]
    gutter = max((len(number) for number in numbers), default=1)
    for number, (_, text, carets) in zip(numbers, shown, strict=True):
        yield f"{number:>{gutter}} | ", "blue"
        yield text + "\n", ""
        yield f"{'':>{gutter}} | ", "blue"
        yield carets + "\n", "bold red"
    margin = " " * gutter + " = "
    why = _why(finding)
    for index, reason in enumerate(finding.chain):
        yield margin, "blue"
        yield why if index == 0 else f"{'→ ':>{len(why)}}", "bold"
        place = printable(located(report, reason.path, reason.line))
        yield f"{place} {one_line(reason.text)}\n", ""
    if finding.information:
        yield margin, "blue"
        yield f"{finding.severity.remark}: ", "bold"
        yield one_line(finding.information) + "\n", ""
    if finding.help:
        yield margin, "blue"
        yield "help: ", "bold"
        yield one_line(finding.help) + "\n", ""
    if finding.fix is not None and source is not None:
        yield margin, "blue"
        yield f"{'' if finding.is_fixable(unsafe=False) else 'unsafe '}fix:\n", "bold"
        yield from _change(source, finding.fix, gutter)
    if finding.verdict:
        yield margin, "blue"
        yield finding.verdict, _VERDICT_STYLES.get(finding.verdict, "bold")
        for label, line in evidence.lines(finding.evidence or {}):
            if label:
                yield "\n" + margin, "blue"
                yield f"  {label}", "bold"
            yield f": {line}", ""
        yield "\n", ""


def _change(source: Source, fix: Fix, gutter: int) -> Iterator[Styled]:
    """What a fix takes out and puts in, line by line, as far as a look takes it in."""
    changed = list(changed_lines(source, fix))
    for number, sign, text in changed[:_MOST_CHANGED]:
        yield f"{source.place(number).line:>{gutter}} {sign} ", "blue"
        yield printable(text.expandtabs(4)) + "\n", "red" if sign == "-" else "green"
    if len(changed) > _MOST_CHANGED:
        yield f"{'':>{gutter}}   … {len(changed) - _MOST_CHANGED} more lines\n", "blue"


def _why(finding: Finding) -> str:
    """What the chain of reasons explains."""
    eager = finding.subject is None or finding.subject.is_eager
    return "because: " if eager else "in a graph because: "


def summary(report: Report, *, confirmed: bool) -> str:
    """``Found 3 findings (2 confirmed, 1 inconclusive; 2 from the cache) in 12 files``."""
    findings, files, fixed = report.findings, report.files, len(report.fixed)
    where = f"in {files} file{'' if files == 1 else 's'}"
    if report.unsettled:
        where += f", {report.unsettled} more not settled"
    if fixed:
        total = len(findings) + fixed
        plural = "" if total == 1 else "s"
        return f"Found {total} finding{plural} ({fixed} fixed, {len(findings)} remaining) {where}."
    if not findings and report.unsettled:
        return f"No verdicts {where}."
    if not findings and report.errors:
        return f"No findings {where}, but not all could be read."
    if not findings:
        return f"All clear: no findings {where}." if files else "No files to lint."
    plural = "" if len(findings) == 1 else "s"
    counts = "; ".join(_counts(findings, confirmed=confirmed))
    return f"Found {len(findings)} finding{plural}{counts and f' ({counts})'} {where}."


def _counts(findings: Sequence[Finding], *, confirmed: bool) -> Iterator[str]:
    """How many were settled in which way, and how many need no change, or may be none."""
    verdicts = Counter(finding.verdict for finding in findings if finding.verdict)
    if confirmed and verdicts:
        yield ", ".join(f"{verdicts[name]} {name}" for name in _VERDICT_STYLES if verdicts[name])
        cached = sum(bool((finding.evidence or {}).get("cached")) for finding in findings)
        if cached:
            yield f"{cached} from the cache"
    severities = Counter(finding.severity for finding in findings)
    for severity in Severity:
        if severity.remark and severities[severity]:
            yield f"{severities[severity]} {severity.remark}"
