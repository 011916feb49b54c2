"""Hold what tflint finds against programs that were written, and measured, before it saw them.

    python -m benchmarks.held_out [--missed]

The authors of the eight sets knew the catalogue of rules, and neither the linter nor its fixtures; each
program was run, and ``expected.csv`` names the lines where that showed a pitfall, ``harmless.csv`` those
that look like one and are none. Prints what became of both, at first sight and now; with ``--missed`` also
the lines that are not found. Exit status 1 says that a harmless line is flagged, or that a line found at
first sight is found no more; such lines are named.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tflint.finding import Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
from tflint.report.place import place_of

HERE = Path(__file__).resolve().parent
SETS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
KINDS = {Severity.WARNING: "found", Severity.INFO: "information", Severity.POSSIBLE: "possible"}
MISSED = "missed"
OUTCOMES = (*KINDS.values(), MISSED)
SILENT = "rightly silent"
"""Where the author had expected what the page of the rule says is none of its business."""


class Line(NamedTuple):
    """A line of a program of one of the sets."""

    set: str
    program: str
    path: str
    cell: str
    number: int

    def __str__(self) -> str:
        cell = f":cell {self.cell}" if self.cell else ""
        return f"{self.set}/programs/{self.program}/{self.path}{cell}:{self.number}"


class Expected(NamedTuple):
    """What was measured in a line.

    Attributes:
        line: where it stands.
        code: the rule that is about it.
        elsewhere: other lines, each with the rule that tells the same there.
        first_sight: what became of it when the linter first saw it.
        why: what was measured.
    """

    line: Line
    code: str
    elsewhere: list[tuple[Line, str]]
    first_sight: str
    why: str

    def __str__(self) -> str:
        return f"{self.line} {self.code}: {self.why}"


Found = dict[tuple[Line, str], str]
"""How each line of each rule is told of."""


def expected(name: str) -> list[Expected]:
    """The lines of a set with a pitfall."""
    return [
        Expected(
            _line(name, row), row["code"], _elsewhere(name, row), row["first_sight"], row["why"]
        )
        for row in _rows(name, "expected.csv")
        if row["first_sight"] != SILENT
    ]


def harmless(name: str) -> list[tuple[Line, str]]:
    """The lines of a set that only look like one, and why they are none."""
    return [(_line(name, row), row["why"]) for row in _rows(name, "harmless.csv")]


def _rows(name: str, table: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader((HERE / name / table).read_text().splitlines())


def _line(name: str, row: dict[str, str]) -> Line:
    return Line(name, row["program"], row["path"], row["cell"], int(row["line"]))


def _elsewhere(name: str, row: dict[str, str]) -> list[tuple[Line, str]]:
    """What ``line CODE`` says, ``cell:line CODE`` or ``file:line CODE``, each behind a semicolon."""
    found = []
    for place in filter(None, row["or_told_at"].split("; ")):
        where, _, code = place.partition(" ")
        holder, _, line = where.rpartition(":")
        other = _line(name, row)._replace(number=int(line))
        if holder:
            other = other._replace(**{"cell" if holder.isdigit() else "path": holder})
        found.append((other, code))
    return found


def findings(folder: Path) -> Found:
    """What is found in the programs, each copied into a folder of its own, which no pins of ours reach."""
    found: Found = {}
    for program in sorted(HERE.glob("*/programs/*")):
        name = program.parent.parent.name
        copy = shutil.copytree(program, folder / name / program.name)
        report = lint([str(copy)], Settings(cache_dir=None, preview=True))
        for finding in report.findings:
            place = place_of(report, finding.path, finding.span.line)
            path = Path(finding.path).relative_to(copy).as_posix()
            line = Line(name, program.name, path, str(place.cell or ""), place.line)
            found[line, finding.code] = KINDS[finding.severity]
    return found


def outcome(one: Expected, found: Found) -> str:
    """What has become of a line."""
    places = [(one.line, one.code), *one.elsewhere]
    return min((found.get(place, MISSED) for place in places), key=OUTCOMES.index)


def lost(name: str, found: Found) -> list[Expected]:
    """The lines of a set that were found at first sight, and are no more."""
    best = KINDS[Severity.WARNING]
    return [
        one for one in expected(name) if one.first_sight == best and outcome(one, found) != best
    ]


def flagged(name: str, found: Found) -> list[tuple[Line, str]]:
    """The harmless lines of a set that something is said of, with why they are harmless."""
    told = {line for (line, _), kind in found.items() if kind == KINDS[Severity.WARNING]}
    return [(line, why) for line, why in harmless(name) if line in told]


def main() -> int:
    parser = argparse.ArgumentParser(description="Lint programs written before tflint saw them.")
    parser.add_argument("--missed", action="store_true", help="name the lines that are not found")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = findings(Path(folder))
    for name in SETS:
        lines = expected(name)
        print(f"| {name} set: {len(lines)} lines with a pitfall | {' | '.join(OUTCOMES)} |")
        print(f"| --- |{' ---: |' * len(OUTCOMES)}")
        for when, counts in (
            ("at first sight", Counter(one.first_sight for one in lines)),
            ("now", Counter(outcome(one, found) for one in lines)),
        ):
            print(f"| {when} | {' | '.join(str(counts[kind]) for kind in OUTCOMES)} |")
        print(
            f"\nof {len(harmless(name))} harmless lines {len(flagged(name, found))} are flagged\n"
        )
    wrong = [
        *(f"harmless: {line}: {why}" for name in SETS for line, why in flagged(name, found)),
        *(f"no longer found: {one}" for name in SETS for one in lost(name, found)),
    ]
    missed = [
        f"{kind}: {one}"
        for name in SETS
        for one in expected(name)
        if (kind := outcome(one, found)) != KINDS[Severity.WARNING]
    ]
    print(*(missed if asked.missed else ()), *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
