"""What ``tflint --confirm`` costs beside the import of the framework: docs/confirm.md.

    python benchmarks/confirming.py --python PYTHON

makes a tree of 100 findings from the bad programs in ``fixtures/rules`` (one of each rule, then the
next of each), and times the import of TensorFlow with Keras and a whole run on the tree in turn: medians
of ``--rounds``. The budget is 1.5 imports and half a second for each finding, on two cores. Wall time
is what a user waits; processor time, of all processes together, hardly changes with what else the
machine does. ``--slowest`` also settles the findings of each program alone, to see which cost most.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
IMPORTS = 1.5
EACH = 0.5
IMPORT = "import tensorflow; tensorflow.keras.Model"
"""As a program with a model needs it: Keras is imported at its first use."""


@dataclass(frozen=True)
class Time:
    """Seconds on the clock, and of processors."""

    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{self.wall:.1f} s ({self.processor:.1f} s of processor)"


def programs(framework: str) -> Iterable[Path]:
    """The bad programs of the rules, one of each rule in turn, those with fewest findings first."""
    folders = sorted(path for path in (ROOT / "fixtures" / "rules").iterdir() if path.is_dir())
    bad = [sorted(folder.glob("bad*"), key=expected) for folder in folders]
    for program in filter(None, itertools.chain(*itertools.zip_longest(*bad))):
        if (framework == "mxnet") == bool(
            re.search(r"^(import|from) mxnet\b", text(program), re.M)
        ):
            yield program


def text(program: Path) -> str:
    """A program's code, of all its files."""
    files = sorted(program.rglob("*.py")) if program.is_dir() else [program]
    return "\n".join(path.read_text() for path in files)


def expected(program: Path) -> int:
    """How many findings its comments promise."""
    found = re.findall(r"#\s*expect:\s*([A-Z0-9, ]+)$", text(program), re.M)
    return sum(codes.count("TFL") for codes in found)


def make_tree(folder: Path, wanted: int, framework: str) -> int:
    """Copy programs, each to a folder of its own, until they have enough findings; how many."""
    count = 0
    for number, program in enumerate(programs(framework)):
        if count >= wanted:
            break
        target = folder / f"p{number:03}"
        if program.is_dir():
            shutil.copytree(program, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.mkdir()
            shutil.copy(program, target / program.name)
        count += expected(program)
    return count


def timed(command: list[str], allowed: tuple[int, ...] = (0,)) -> tuple[Time, str]:
    """Run a command: what it took, with all processes that it started, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in allowed:
        raise SystemExit(done.stderr)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Time(wall, seconds), done.stdout


def confirm(folder: Path, arguments: argparse.Namespace) -> tuple[Time, list[dict[str, Any]]]:
    """One run on a tree, without what an earlier one found."""
    option = f"{arguments.framework}={arguments.python}"
    command = [sys.executable, "-m", "tflint", "--confirm", "--no-cache", "--output-format", "json"]
    command += ["--python", option, "--jobs", str(arguments.jobs), str(folder)]
    took, printed = timed(command, (0, 1))
    return took, json.loads(printed)


def middle(times: list[Time]) -> Time:
    """The medians."""
    return Time(
        statistics.median(time.wall for time in times),
        statistics.median(time.processor for time in times),
    )


def main() -> None:
    """Measure in turn, print both, the ratio and whether that is within the budget."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="interpreter with the framework")
    parser.add_argument("--framework", default="tensorflow", choices=["tensorflow", "mxnet"])
    parser.add_argument("--findings", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--slowest", action="store_true", help="also each program alone")
    arguments = parser.parse_args()
    load = IMPORT if arguments.framework == "tensorflow" else "import mxnet.gluon"
    imports: list[Time] = []
    runs: list[Time] = []
    with tempfile.TemporaryDirectory(prefix="confirming-") as name:
        folder = Path(name)
        make_tree(folder, arguments.findings, arguments.framework)
        for _ in range(arguments.rounds):
            imports.append(timed([arguments.python, "-c", load])[0])
            took, findings = confirm(folder, arguments)
            runs.append(took)
            print(f"import {imports[-1]}, run {took}", file=sys.stderr, flush=True)
        if arguments.slowest:
            alone = {}
            for program in sorted(folder.iterdir()):
                took, found = confirm(program, arguments)
                codes = Counter(finding["code"] for finding in found)
                alone[program.name, str(dict(codes))] = took.processor
            for key, seconds in sorted(alone.items(), key=lambda item: -item[1]):
                print(f"{seconds:6.1f} s of processor  {' '.join(key)}", file=sys.stderr)
    importing, running, count = middle(imports), middle(runs), len(findings)
    verdicts = Counter(str(finding["verdict"]) for finding in findings)
    budget = IMPORTS * importing.wall + EACH * count
    each = (running.wall - IMPORTS * importing.wall) / count
    work = (running.processor - importing.processor) / count
    print(f"{count} findings: {', '.join(f'{n} {verdict}' for verdict, n in verdicts.items())}")
    print(f"import: {importing}; run: {running} = {running.wall / importing.wall:.1f} imports")
    print(f"beyond {IMPORTS} imports {each:.2f} s for each finding; budget {EACH} s")
    print(f"beyond one import {work:.2f} s of processor for each")
    print(f"{running.wall / budget:.2f} of the budget of {budget:.1f} s")
    had = arguments.jobs * (IMPORTS * importing.processor + EACH * count)
    print(
        f"{running.processor / had:.2f} of the processor time that {arguments.jobs} cores have in it"
    )


if __name__ == "__main__":
    main()
