"""Hold what tflint finds against what users reported about their own programs.

    python benchmarks/reports.py FOLDER [--missed]

FOLDER holds a checkout for each repository and commit in ``benchmarks/reports.csv``, under the name
``owner+name@commit``; what is not there is left out. A place is *found* when a finding of the code
asked for stands there or at most two lines off, *information* when it is only that, and *possible* when
only ``--preview`` shows it. Whether it is fair to ask for a place was read twice, the second time by
somebody who saw nothing of what is found: ``outside`` needs a caller that the tree does not have, ``not
static`` what is known only when the program runs. Prints how many are found, now and at first sight, of
all and of those that both call fair; with ``--missed``, also those that are not found. Exit status 1
says that a place found at first sight is found no more.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
REPORTS = ROOT / "benchmarks" / "reports.csv"
NEAR = 2
FOUND, INFORMATION, POSSIBLE, MISSED = KINDS = ("found", "information", "possible", "missed")
BY_SEVERITY = {"info": INFORMATION, "possible": POSSIBLE}


class Asked(NamedTuple):
    """One place that a report asks for."""

    report: str
    checkout: str
    path: str
    cell: str
    line: int
    codes: frozenset[str]
    read_again: str
    first_sight: str

    def __str__(self) -> str:
        cell = f":cell {self.cell}" if self.cell else ""
        place = f"{self.checkout}/{self.path}{cell}:{self.line}"
        return f"{place} {'|'.join(sorted(self.codes))} ({self.report})"


class Finding(NamedTuple):
    """Where a finding stands, and of which rule."""

    path: str
    cell: str
    line: int
    code: str
    kind: str


def asked() -> list[Asked]:
    """The places that it is fair to ask for."""
    with REPORTS.open(newline="") as file:
        return [
            Asked(
                row["report"],
                f"{row['repository'].replace('/', '+')}@{row['commit']}",
                row["path"],
                row["cell"],
                int(row["line"]),
                frozenset(row["code"].split("|")),
                row["read_again"],
                row["first_sight"],
            )
            for row in csv.DictReader(file)
            if row["fair"] == "yes"
        ]


def findings(checkout: Path) -> list[Finding]:
    """What is found in one checkout, with what is only possible."""
    command = ["-m", "tflint", "--isolated", "--no-cache", "--exit-zero", "--preview"]
    done = subprocess.run(
        [sys.executable, *command, "--output-format", "json", str(checkout)],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    if done.returncode != 0:
        sys.exit(done.stderr)
    return [
        Finding(
            Path(each["path"]).relative_to(checkout).as_posix(),
            str(each.get("cell") or ""),
            each["line"],
            each["code"],
            BY_SEVERITY.get(each["severity"], FOUND),
        )
        for each in json.loads(done.stdout)
    ]


def judged(place: Asked, found: Iterable[Finding]) -> str:
    """What has become of a place."""
    met = [
        each.kind
        for each in found
        if (each.path, each.cell) == (place.path, place.cell)
        and each.code in place.codes
        and abs(each.line - place.line) <= NEAR
    ]
    return min(met, key=KINDS.index, default=MISSED)


def summary(name: str, kinds: Iterable[str]) -> str:
    counts = collections.Counter(kinds)
    shown = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    return f"{name}: {shown} of {counts.total()} places"


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold findings against the reports of users.")
    parser.add_argument("folder", type=Path, help="where the checkouts are")
    parser.add_argument("--missed", action="store_true", help="show what is not found")
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    by_checkout = collections.defaultdict(list)
    for place in asked():
        by_checkout[place.checkout].append(place)
    now: dict[Asked, str] = {}
    for checkout, places in by_checkout.items():
        if (folder / checkout).is_dir():
            print(f"lint {checkout}", file=sys.stderr)
            found = findings(folder / checkout)
            now |= {place: judged(place, found) for place in places}
        else:
            print(f"not there: {checkout}", file=sys.stderr)
    for place, kind in now.items():
        if options.missed and kind != FOUND:
            print(f"{kind}: {place}")
    lost = [each for each in now if each.first_sight == FOUND != now[each]]
    for place in lost:
        print(f"found no more: {place}")
    for name, chosen in (
        ("all", list(now)),
        ("fair twice", [place for place in now if place.read_again == "fair"]),
    ):
        print(summary(f"{name}, at first sight", (place.first_sight for place in chosen)))
        print(summary(f"{name}, now", (now[place] for place in chosen)))
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
