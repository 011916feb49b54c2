"""Lint real packages and hold what is found against verdicts that were read out of their code.

    python benchmarks/accuracy.py FOLDER [--write]

FOLDER holds the packages of ``PACKAGES``, each unpacked into a folder of its name. The verdicts
stand in ``benchmarks/accuracy/verdicts.csv``. Prints the totals, the findings nobody has judged
and the verdicts that belong to no finding; with ``--write``, puts the totals and the table between
the marks in ``docs/accuracy.md`` and leaves the rest of that page alone. Exit status 1 says that a
finding has no verdict, or that a line judged right is no longer found.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VERDICTS = ROOT / "benchmarks" / "accuracy" / "verdicts.csv"
PAGE = ROOT / "docs" / "accuracy.md"
MARKED = r"(?s)(<!-- {0}: made by benchmarks/accuracy.py -->\n).*?(<!-- end of {0} -->)"
RIGHT, OF_LITTLE_USE, WRONG = KINDS = ("right", "of little use", "wrong")
PACKAGES = {
    "dm_sonnet": "dm-sonnet 2.0.2",
    "gluoncv": "gluoncv 0.10.5.post0",
    "gluonnlp": "gluonnlp 0.10.0",
    "gpflow": "gpflow 2.11.2",
    "keras": "keras 3.15.1",
    "keras_cv": "keras-cv 0.9.0",
    "keras_hub": "keras-hub 0.32.0",
    "tensorflow_addons": "tensorflow-addons 0.23.0",
    "tensorflow_probability": "tensorflow-probability 0.25.0",
    "tensorflow_recommenders": "tensorflow-recommenders 0.7.7",
    "tf_agents": "tf-agents 0.19.0",
    "tf_models_official": "tf-models-official 2.20.0",
    "trax": "trax 1.4.1",
}


class Place(NamedTuple):
    """Where a finding stands, and of which rule."""

    package: str
    path: str
    line: int
    column: int
    code: str

    def __str__(self) -> str:
        return f"{self.package}: {self.path}:{self.line}:{self.column} {self.code}"


class Judged(NamedTuple):
    """What reading the code said of a finding."""

    verdict: str
    why: str


def findings(folder: Path, package: str) -> Iterator[Place]:
    """What the default rules find in one package, without what is information only."""
    root = folder / package
    command = ["-m", "tflint", "--isolated", "--no-cache", "--exit-zero", "--output-format", "json"]
    done = subprocess.run(
        [sys.executable, *command, str(root)], capture_output=True, text=True, cwd=ROOT
    )
    if done.returncode != 0:
        sys.exit(done.stderr)
    for each in json.loads(done.stdout):
        if each["severity"] != "info":
            path = Path(each["path"]).relative_to(root).as_posix()
            yield Place(package, path, each["line"], each["column"], each["code"])


def verdicts() -> dict[Place, Judged]:
    """All verdicts, in order."""
    with VERDICTS.open(newline="") as file:
        return {
            Place(
                row["package"], row["path"], int(row["line"]), int(row["column"]), row["code"]
            ): Judged(row["verdict"], row["why"])
            for row in csv.DictReader(file)
        }


def share(count: int, of: int) -> str:
    """A percentage, to one digit."""
    return f"{100 * count / of:.1f} %" if of else ""


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def totals(judged: dict[Place, Judged], found: set[Place]) -> str:
    """How many of each kind, by rule and in all; then what was wrong and is found no more."""
    now = {place: each for place, each in judged.items() if place in found}
    lines = [row("rule", *KINDS, "in all"), row("---", *["---:"] * 4)]
    for code in sorted({place.code for place in now}):
        of_rule = [each.verdict for place, each in now.items() if place.code == code]
        lines.append(row(code, *(of_rule.count(kind) for kind in KINDS), len(of_rule)))
    for name, group in (("now", list(now.values())), ("ever found", list(judged.values()))):
        counts = [sum(each.verdict == kind for each in group) for kind in KINDS]
        shown = [f"**{count}** ({share(count, len(group))})" for count in counts]
        lines.append(row(f"**all, {name}**", *shown, f"**{len(group)}**"))
    return "\n".join(lines) + "\n"


def table(judged: dict[Place, Judged], places: Iterable[Place]) -> str:
    """One line for each of these findings."""
    lines = [row("package", "place", "rule", "verdict", "why"), row(*["---"] * 5)]
    for place in places:
        verdict, why = judged[place]
        lines.append(row(place.package, f"`{place.path}:{place.line}`", place.code, verdict, why))
    return "\n".join(lines) + "\n"


def write(judged: dict[Place, Judged], found: set[Place]) -> None:
    """Put the totals and the tables into the page."""
    text = PAGE.read_text()
    parts = {
        "totals": totals(judged, found),
        "fixed": table(
            judged, [p for p in judged if judged[p].verdict == WRONG and p not in found]
        ),
        "findings": table(judged, [place for place in judged if place in found]),
    }
    for name, part in parts.items():
        text, count = re.subn(MARKED.format(name), lambda m, p=part: m[1] + p + m[2], text)
        if count != 1:
            sys.exit(f"{PAGE} has no place for {name}")
    PAGE.write_text(text)


def main() -> None:
    parser = argparse.ArgumentParser(description="Hold findings against verdicts.")
    parser.add_argument("folder", type=Path, help="where the packages are unpacked")
    parser.add_argument("--write", action="store_true", help="make the tables in the page again")
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    judged = verdicts()
    found: set[Place] = set()
    for package, release in PACKAGES.items():
        print(f"lint {release}", file=sys.stderr)
        found.update(findings(folder, package))
    unjudged = sorted(found - judged.keys())
    lost = [place for place in judged if place not in found and judged[place].verdict != WRONG]
    print(totals(judged, found))
    for place in unjudged:
        print(f"no verdict: {place}")
    for place in lost:
        print(f"no finding: {place}: {judged[place].verdict}")
    counts = collections.Counter(judged[place].verdict for place in found & judged.keys())
    print(f"{counts[RIGHT] + counts[OF_LITTLE_USE]} of {counts.total()} judged findings are true")
    if options.write:
        write(judged, found)
    sys.exit(1 if unjudged or lost else 0)


if __name__ == "__main__":
    main()
