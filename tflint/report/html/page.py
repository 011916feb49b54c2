"""What the page shows, worked out before the template sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tflint.finding import EntryKind, Finding
from tflint.report import evidence as words
from tflint.report.html import charts
from tflint.report.html.checked_evidence import mapping, milliseconds, positive, sequence, value
from tflint.report.html.code import Line, excerpt
from tflint.report.links import rule_page
from tflint.report.place import located, location

if TYPE_CHECKING:
    from tflint.linting.linter import Report

VERDICTS = ("confirmed", "inconclusive", "refuted", "not run")


@dataclass(frozen=True)
class ShownLines:
    """Lines that a call wrote to one stream."""

    stream: str
    lines: list[str]
    more: int


@dataclass(frozen=True)
class ShownCall:
    """What one call did on one side."""

    written: list[ShownLines]
    returned: str
    error: str
    note: str
    traces: int


@dataclass(frozen=True)
class ShownSide:
    """What calls that did the same did on one side; ``call`` None if there were none."""

    call: ShownCall | None
    took: str = ""


@dataclass(frozen=True)
class Row:
    """One call, or several in a row that did the same, on each side."""

    numbers: str
    sides: list[ShownSide]


@dataclass(frozen=True)
class ShownReason:
    """One link of the chain of reasons."""

    place: str
    text: str


@dataclass(frozen=True)
class RuleCount:
    """How often a rule spoke, by verdict."""

    code: str
    name: str
    page: str | None
    counts: list[int]
    total: int


class Page:
    """All that the template asks for."""

    def __init__(self, report: Report) -> None:
        self.files = report.files
        self.errors = report.errors
        self.about = list(report.about.items())
        self.findings = [Entry(report, number, f) for number, f in enumerate(report.findings, 1)]
        counted = Counter(entry.verdict for entry in self.findings)
        self.verdicts = [(name, counted[name]) for name in VERDICTS if counted[name]]
        self.proven = any(name != "not run" for name, _ in self.verdicts)
        self.cached = sum(entry.cached for entry in self.findings)
        self.rules = list(self._rules())
        self.overview = Markup(charts.share(self.verdicts)) if self.proven else Markup("")

    def _rules(self) -> Iterator[RuleCount]:
        by_rule: dict[tuple[str, str], Counter[str]] = {}
        for entry in self.findings:
            by_rule.setdefault((entry.code, entry.name), Counter())[entry.verdict] += 1
        for (code, name), counts in sorted(by_rule.items()):
            listed = [counts[verdict] for verdict, _ in self.verdicts]
            yield RuleCount(code, name, rule_page(code), listed, counts.total())


class Entry:
    """One finding."""

    def __init__(self, report: Report, number: int, finding: Finding) -> None:
        found = mapping(finding.evidence)
        self.number = number
        self.code = finding.code
        self.name = finding.name
        self.message = _line(finding.message)
        self.help = _line(finding.help)
        self.harm = finding.harm.value
        self.remark = finding.severity.remark
        self.information = _line(finding.information)
        self.place = location(report, finding)
        self.verdict = finding.verdict if finding.verdict in VERDICTS else "not run"
        self.cached = bool(found.get("cached"))
        source = report.sources.get(finding.path)
        self.lines: list[Line] = excerpt(source, finding.span) if source is not None else []
        self.eager_code = finding.subject is None or finding.subject.kind is EntryKind.EAGER
        self.chain = [
            ShownReason(located(report, reason.path, reason.line), _line(reason.text))
            for reason in finding.chain
        ]
        self.facts = [(label or "because", text) for label, text in words.lines(found)]
        self.rows = list(_rows(found, one_side=self.eager_code))
        calls = [side.call for row in self.rows for side in row.sides]
        self.writes = any(call.written for call in calls if call is not None)
        self.charts = [
            (caption, Markup(svg)) for caption, svg in charts.of(found, f"chart-{number}")
        ]


def _rows(found: dict[str, Any], *, one_side: bool) -> Iterator[Row]:
    """The calls, those that did the same together; about eager code the two sides are one."""
    sides = [sequence(found.get(side)) for side in (("graph",) if one_side else ("eager", "graph"))]
    rows = enumerate(zip_longest(*sides), 1)
    for _, group in groupby(rows, key=lambda row: [_call(call) for call in row[1]]):
        same = list(group)
        first, last = same[0][0], same[-1][0]
        yield Row(
            f"{first}" if first == last else f"{first} to {last}",
            [_side(calls) for calls in zip(*(calls for _, calls in same), strict=True)],
        )


def _side(calls: Sequence[Any]) -> ShownSide:
    times = sorted(filter(None, (positive(mapping(call).get("ms")) for call in calls)))
    shown = dict.fromkeys(milliseconds(time) for time in (*times[:1], *times[-1:]))
    return ShownSide(_call(calls[0]), " to ".join(shown))


def _call(seen: Any) -> ShownCall | None:
    if not isinstance(seen, dict):
        return None
    error = mapping(seen.get("error"))
    raised = f"{error.get('type')}: {_line(error.get('message'))}" if error else ""
    if error.get("phase") == "trace":
        raised += " (while tracing)"
    traces = seen.get("traces")
    return ShownCall(
        written=list(_written(seen)),
        returned="" if error or seen.get("value") is None else _line(value(seen["value"])),
        error=_short(raised),
        note=_line(seen.get("note") or ""),
        traces=traces if isinstance(traces, int) else 0,
    )


def _written(call: dict[str, Any]) -> Iterator[ShownLines]:
    for stream in ("stdout", "stderr"):
        output = mapping(call.get(stream))
        lines = [_short(_line(line)) for line in sequence(output.get("lines"))]
        count = output.get("count")
        if lines:
            more = count - len(lines) if isinstance(count, int) else 0
            yield ShownLines(stream, lines, max(more, 0))


def _line(text: Any) -> str:
    return " ".join(str(text).split())


def _short(text: str, most: int = 400) -> str:
    return text if len(text) <= most else text[:most] + "…"
