"""Where the time of a cold run goes: docs/performance.md.

    python benchmarks/phases.py PACKAGE… [--local]

lints unpacked packages in one process, one run, and prints the processor seconds that each part takes by
itself, what it calls of the other parts left out, and how many questions about values were asked.
``--local`` follows no parameter to the calls that give it its value: what is left is the price of
everything else.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from tflint.facts.expressions import fixpoint, parameters
from tflint.facts.graphs import project, tracing
from tflint.linting import analysis, flagging
from tflint.linting.linter import lint
from tflint.linting.settings import Settings
from tflint.syntax import names

PARTS: list[tuple[str, Any, str]] = [
    ("parsing", project, "parse"),
    ("parsing", project, "find_fault"),
    ("parsing", analysis, "find_fault"),
    ("compacting", project, "compact"),
    ("index", project, "index_module"),
    ("imports", project.Project, "relevant"),
    ("imports", project.Project, "groups"),
    ("reach", flagging, "in_reach"),
    ("names", names.Names, "aliases"),
    ("values", fixpoint.Fixpoint, "_answered"),
    ("tracing", tracing.Tracing, "__init__"),
    ("letting go", project.Project, "release"),
    ("rules", flagging, "flag"),
]
"""What is counted, and where it begins; the rest is finding and reading files, and the run itself."""


class Clock:
    """Processor seconds of parts that call each other, each without the others'."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.begun: Counter[str] = Counter()
        """How often each part was begun."""
        self._inside: list[float] = []

    def timed(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """The function, counted as this part."""

        def run(*args: Any, **kwargs: Any) -> Any:
            self.begun[part] += 1
            start = time.thread_time()
            self._inside.append(0.0)
            try:
                return work(*args, **kwargs)
            finally:
                took = time.thread_time() - start
                self.spent[part] += took - self._inside.pop()
                if self._inside:
                    self._inside[-1] += took

        return run

    def watch(self) -> None:
        """Count all parts from now on."""
        for part, holder, name in PARTS:
            found = vars(holder)[name]
            if isinstance(found, cached_property):
                wrapped = cached_property(self.timed(part, found.func))
                wrapped.__set_name__(holder, name)
                setattr(holder, name, wrapped)
            else:
                setattr(holder, name, self.timed(part, found))


def follow_no_parameters() -> None:
    """Leave values of parameters to their annotations, defaults and places."""
    nothing: Callable[..., Any] = lambda self, function: {}  # noqa: E731
    parameters.Parameters._arguments = nothing  # type: ignore[method-assign]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("packages", nargs="+", type=Path)
    parser.add_argument("--local", action="store_true", help="follow no parameter to its callers")
    options = parser.parse_args()
    if options.local:
        follow_no_parameters()
    clock = Clock()
    clock.watch()
    parts = [*dict.fromkeys(part for part, _, _ in PARTS), "the rest"]
    print(f"| package | seconds | {' | '.join(parts)} | questions | findings |")
    print("|---" + "|--:" * (len(parts) + 3) + "|")
    total: Counter[str] = Counter()
    for package in options.packages:
        clock.spent.clear()
        clock.begun.clear()
        start = time.process_time()
        found = lint([str(package)], Settings(cache_dir=None), jobs=1).findings
        row = Counter(clock.spent)
        row["seconds"] = time.process_time() - start
        row["the rest"] = row["seconds"] - sum(clock.spent.values())
        row["questions"] = clock.begun["values"]
        row["findings"] = len(found)
        total.update(row)
        print(_line(package.name, row, parts), flush=True)
    print(_line("all", total, parts))
    print(f"\n{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB at most")


def _line(name: str, row: Counter[str], parts: list[str]) -> str:
    spent = " | ".join(f"{row[part]:.2f}" for part in ("seconds", *parts))
    return f"| {name} | {spent} | {row['questions']:,} | {row['findings']} |"


if __name__ == "__main__":
    main()
