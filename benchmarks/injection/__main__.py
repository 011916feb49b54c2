"""Measure recall: put each rule's pitfall into random places of real packages, lint, and count.

    python -m benchmarks.injection FOLDER... [--each 100] [--seed 1] [--rules TFL3,TFL501]
        [--held-out] [--show-misses]

prints the Markdown table of ``docs/accuracy.md``. Nothing is written and nothing is run: files are
edited in memory. The same seed, folders and version give the same table.
"""

from __future__ import annotations

import argparse
import ast
import gc
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.injection.catalogue import pitfalls
from benchmarks.injection.places import Places
from benchmarks.injection.planting import Planter
from benchmarks.injection.templates import Pitfall
from benchmarks.injection.weaving import Injection
from tflint.facts import Project
from tflint.files import Source
from tflint.finding import Finding
from tflint.linting.analysis import Wanted, findings_in
from tflint.linting.codes import every_rule
from tflint.linting.gathering import gather
from tflint.linting.settings import Settings
from tflint.rules import MODULES

_MOST_IN_A_FILE = 12
"""Injections into one file in one round: code that is mostly pitfalls would not be real code."""


@dataclass(frozen=True)
class Task:
    """One injection to be made."""

    pitfall: Pitfall
    snippet: str
    bad: bool
    way: str

    @property
    def code(self) -> str:
        """The rule."""
        return self.pitfall.code

    @property
    def needs_self(self) -> bool:
        """Whether the snippet is about the object of a method."""
        return "$self" in self.snippet


@dataclass
class Package:
    """One folder of real code."""

    folder: str
    source: random.Random
    sources: list[Source] = field(init=False)
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.sources = list(gather([self.folder], Settings()).shown.values())
        self.places = Places(Project.build(self.sources, [self.folder]), self.source)

    def round(
        self, tasks: list[Task], start: int
    ) -> tuple[list[Injection], list[Task], list[Finding]]:
        """Inject tasks into a fresh copy and lint it: what was put in, what found no place, findings."""
        planter = Planter(self.places.project, self.source)
        self.places.forget()
        made: list[Injection] = []
        left: list[Task] = []
        crowd: Counter[str] = Counter()
        taken: set[tuple[str, str]] = set()
        for number, task in enumerate(tasks, start):
            place = self.places.draw(task.pitfall, task.needs_self, "global " in task.snippet)
            injection = None
            apart = place is None or not task.pitfall.apart or (place.path, task.code) not in taken
            if place is not None and apart and crowd[place.path] < _MOST_IN_A_FILE:
                injection = planter.plant(
                    task.pitfall, task.snippet, task.bad, task.way, place, number
                )
            if injection is None:
                left.append(task)
            else:
                made.append(injection)
                crowd[injection.path] += 1
                taken.add((injection.path, task.code))
        texts = {path: edit.text() for path, edit in planter.edits.items()}
        for path, text in texts.items():
            ast.parse(text, path)
        self.edited = texts
        edited = [Source(s.path, texts.get(s.path, s.text)) for s in self.sources]
        project = Project.build(edited, [self.folder])
        findings = [
            finding
            for group in project.groups
            for finding in findings_in(project.part(group), Wanted(list(MODULES)), group)
        ]
        gc.collect()
        return made, left, findings


def tasks_of(pitfalls: list[Pitfall], each: int) -> list[Task]:
    """The injections to make: ``each`` direct ones a rule, half as many through helpers, as many twins."""
    tasks: list[Task] = []
    for pitfall in pitfalls:
        for bad, snippets in ((True, pitfall.bad), (False, pitfall.good)):
            through = [s for s in snippets if can_be_helper(pitfall, s)]
            for way, chosen, count in (
                ("direct", snippets, each),
                ("helper", through, each // 2),
            ):
                if chosen:
                    tasks += [
                        Task(pitfall, chosen[n % len(chosen)], bad, way) for n in range(count)
                    ]
    return tasks


def can_be_helper(pitfall: Pitfall, snippet: str) -> bool:
    """Whether a snippet can stand in another module than the place that uses it."""
    if pitfall.kind.endswith("program"):
        return "@use" in snippet and not snippet.startswith("@use")
    return pitfall.helper and "@init" not in snippet and "$self" not in snippet


@dataclass
class Tally:
    """Counts for one rule."""

    made: Counter[tuple[bool, str]] = field(default_factory=Counter)
    hit: Counter[tuple[bool, str]] = field(default_factory=Counter)

    def row(self, code: str, name: str) -> str:
        """One line of the table."""
        cells = [code, name]
        for bad in (True, False):
            for way in ("direct", "helper"):
                made, hit = self.made[bad, way], self.hit[bad, way]
                cells.append(f"{hit}/{made}" if made else "")
        return "| " + " | ".join(cells) + " |"


def run(
    packages: list[Package],
    tasks: list[Task],
    most_rounds: int,
    until: float,
    source: random.Random,
) -> tuple[dict[str, Tally], list[tuple[Injection, bool, str]], int]:
    """Make all injections in as many rounds as it takes."""
    tallies: dict[str, Tally] = {}
    told: list[tuple[Injection, bool, str]] = []
    number = 1
    for turn in range(1, most_rounds + 1):
        if not tasks or time.monotonic() > until:
            break
        source.shuffle(tasks)
        left: list[Task] = []
        dealt: list[list[Task]] = [[] for _ in packages]
        for task in tasks:
            able = [n for n, p in enumerate(packages) if p.places.can_hold(task.pitfall)]
            dealt[source.choice(able)].append(task)
        for package, mine in zip(packages, dealt, strict=True):
            if not mine:
                continue
            made, over, findings = package.round(mine, number)
            number += len(mine)
            left += over
            said = {(f.path, f.span.line, f.code) for f in findings}
            for injection in made:
                lines = injection.expected if injection.bad else injection.touched
                hit = any((*line, injection.code) in said for line in lines)
                tally = tallies.setdefault(injection.code, Tally())
                tally.made[injection.bad, injection.way] += 1
                tally.hit[injection.bad, injection.way] += hit
                if hit is not injection.bad:
                    told.append((injection, hit, _shown(injection, package.edited)))
        tasks = left
        print(f"round {turn}: {len(tasks)} injections left to make", file=sys.stderr, flush=True)
    return tallies, told, len(tasks)


def _shown(injection: Injection, texts: dict[str, str]) -> str:
    """An injection as it stands in the edited files."""
    parts = []
    for path in sorted({path for path, _ in injection.touched}):
        lines = texts[path].split("\n")
        parts.append(path)
        own = sorted(line for where, line in injection.touched if where == path)
        for number in sorted({near for line in own for near in range(max(line - 6, 1), line + 2)}):
            if number > len(lines):
                continue
            mark = ">" if (path, number) in injection.expected else "+" if number in own else " "
            parts.append(f"{mark}{number:5} {lines[number - 1]}")
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", help="folders of real packages")
    parser.add_argument("--each", type=int, default=100, help="direct injections for each rule")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="", help="codes or beginnings of codes, by comma")
    parser.add_argument(
        "--held-out", action="store_true", help="snippets the rules were not made by"
    )
    parser.add_argument("--rounds", type=int, default=200, help="rounds after which to give up")
    parser.add_argument("--minutes", type=float, default=600, help="start no round after that")
    parser.add_argument("--show-misses", action="store_true", help="print what went wrong, in full")
    options = parser.parse_args()
    source = random.Random(options.seed)
    chosen = pitfalls(tuple(options.rules.split(",")), options.held_out)
    packages = [Package(folder, source) for folder in options.folders]
    tallies, told, left = run(
        packages,
        tasks_of(chosen, options.each),
        options.rounds,
        time.monotonic() + 60 * options.minutes,
        source,
    )
    names = {code: rule.name for code, rule in every_rule().items()}
    print("| rule | name | found | found through a helper | twins flagged | through a helper |")
    print("| --- | --- | --- | --- | --- | --- |")
    for code, tally in sorted(tallies.items()):
        print(tally.row(code, names[code]))
    total = Tally()
    for tally in tallies.values():
        total.made.update(tally.made)
        total.hit.update(tally.hit)
    print(total.row("", "all"))
    excluded: Counter[str] = Counter()
    for package in packages:
        excluded.update(package.places.excluded)
    print(f"\nPlaces passed over ({sum(excluded.values())}):")
    for why, count in excluded.most_common():
        print(f"- {count}: {why}")
    if left:
        print(f"{left} found no place.", file=sys.stderr)
    if options.show_misses:
        for injection, hit, text in sorted(told, key=lambda t: (t[0].code, t[0].snippet)):
            print(f"\n{'flagged' if hit else 'missed'} {injection.code} ({injection.way})\n{text}")


if __name__ == "__main__":
    main()
