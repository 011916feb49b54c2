"""Hold what tflint finds against programs that were written, and measured, before it saw them.

    python -m benchmarks.held_out [--missed]

The author knew the catalogue of rules, and neither the linter nor its fixtures; each program was run, and
``expected.csv`` names the lines where that showed a pitfall, ``harmless.csv`` those that look like one and
are none. Prints what became of both, at first sight and now; with ``--missed`` also the lines that are not
found, and those flagged that are harmless. Exit status 1 says that there is one of the latter, or a line
found at first sight that is found no more.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tflint.finding import Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
from tflint.report.place import place_of

HERE = Path(__file__).resolve().parent
KINDS = {Severity.WARNING: "found", Severity.INFO: "information", Severity.POSSIBLE: "possible"}
MISSED = "missed"
OUTCOMES = (*KINDS.values(), MISSED)
SILENT = "rightly silent"
"""Where the author had expected what the page of the rule says is none of its business."""


class Line(NamedTuple):
    """A line of a program."""

    program: str
    path: str
    cell: str
    number: int

    def __str__(self) -> str:
        cell = f":cell {self.cell}" if self.cell else ""
        return f"{self.program}/{self.path}{cell}:{self.number}"


class Expected(NamedTuple):
    """What was measured in a line.

    Attributes:
        line: where it stands.
        code: the rule that is about it.
        elsewhere: another line, and the rule that tells the same there.
        first_sight: what became of it when the linter first saw it.
        why: what was measured.
    """

    line: Line
    code: str
    elsewhere: tuple[int, str] | None
    first_sight: str
    why: str


Found = dict[tuple[Line, str], str]
"""How each line of each rule is told of."""


def expected() -> list[Expected]:
    """The lines with a pitfall."""
    rows = csv.DictReader((HERE / "expected.csv").read_text().splitlines())
    return [
        Expected(_line(row), row["code"], _elsewhere(row), row["first_sight"], row["why"])
        for row in rows
        if row["first_sight"] != SILENT
    ]


def harmless() -> list[tuple[Line, str]]:
    """The lines that only look like one, and why they are none."""
    rows = csv.DictReader((HERE / "harmless.csv").read_text().splitlines())
    return [(_line(row), row["why"]) for row in rows]


def _line(row: dict[str, str]) -> Line:
    return Line(row["program"], row["path"], row["cell"], int(row["line"]))


def _elsewhere(row: dict[str, str]) -> tuple[int, str] | None:
    line, _, code = row["or_told_at"].partition(" ")
    return (int(line), code) if line else None


def findings(folder: Path) -> Found:
    """What is found in the programs, each copied into a folder of its own, which no pins of ours reach."""
    found: Found = {}
    for program in sorted((HERE / "programs").iterdir()):
        copy = shutil.copytree(program, folder / program.name)
        report = lint([str(copy)], Settings(cache_dir=None, preview=True))
        for finding in report.findings:
            place = place_of(report, finding.path, finding.span.line)
            path = Path(finding.path).relative_to(copy).as_posix()
            line = Line(program.name, path, str(place.cell or ""), place.line)
            found[line, finding.code] = KINDS[finding.severity]
    return found


def outcome(one: Expected, found: Found) -> str:
    """What has become of a line."""
    told = {found.get((one.line, one.code), MISSED)}
    if one.elsewhere is not None:
        number, code = one.elsewhere
        told.add(found.get((one.line._replace(number=number), code), MISSED))
    return min(told, key=OUTCOMES.index)


def flagged(found: Found) -> list[tuple[Line, str]]:
    """The harmless lines that something is said of, with why they are harmless."""
    told = {line for (line, _), kind in found.items() if kind == KINDS[Severity.WARNING]}
    return [(line, why) for line, why in harmless() if line in told]


def main() -> int:
    parser = argparse.ArgumentParser(description="Lint programs written before tflint saw them.")
    parser.add_argument("--missed", action="store_true", help="name the lines that are not found")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = findings(Path(folder))
    lines = expected()
    now = [outcome(one, found) for one in lines]
    wrong = flagged(found)
    print(f"| {len(lines)} lines with a pitfall | {' | '.join(OUTCOMES)} |")
    print(f"| --- |{' ---: |' * len(OUTCOMES)}")
    for when, counts in (
        ("at first sight", Counter(one.first_sight for one in lines)),
        ("now", Counter(now)),
    ):
        print(f"| {when} | {' | '.join(str(counts[kind]) for kind in OUTCOMES)} |")
    print(f"\nof {len(harmless())} harmless lines {len(wrong)} are flagged")
    lost = [
        one
        for one, kind in zip(lines, now, strict=True)
        if kind != KINDS[Severity.WARNING] and one.first_sight == KINDS[Severity.WARNING]
    ]
    if asked.missed:
        for one, kind in zip(lines, now, strict=True):
            if kind != KINDS[Severity.WARNING]:
                print(f"{kind}: {one.line} {one.code}: {one.why}")
    for one in lost:
        print(f"no longer found: {one.line} {one.code}: {one.why}")
    for line, why in wrong:
        print(f"harmless: {line}: {why}")
    return 1 if lost or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
