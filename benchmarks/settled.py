"""How much of what tflint finds in code that nobody prepared ``--confirm`` settles.

    python benchmarks/settled.py --python PYTHON FOLDER...

lints each folder (an unpacked package) with the default rules, confirms the findings with PYTHON,
and prints the share of each verdict, and the reasons of those without one. The second share leaves
out methods of classes that nothing in the package constructs: there is no telling how to make one.
An interpreter for MXNet is named by ``--python mxnet=PATH``. What the packages import must be
installed beside PYTHON's TensorFlow. ``--sample`` draws some findings of each folder, always the same
ones.

    python benchmarks/settled.py --python PYTHON --repositories FOLDER

takes each folder in FOLDER for a repository, draws of each at most ``--most`` findings that there is
something to run of, of different rules where it has several, and prints the shares over all of them, and
over those whose file finds what it imports, itself or through files of the repository: in a module of the
repository, of Python's, or of what is installed for PYTHON. With ``--judged CSV``, a table as
``first_sight.csv``, it draws from those that somebody judged to be true there, and names those that are
refuted nevertheless.
"""

from __future__ import annotations

import argparse
import ast
import csv
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.parsed_file import read
from tflint.experiment.subjects import framework_of
from tflint.finding import Finding, Severity
from tflint.linting.linter import Report, lint
from tflint.linting.settings import Settings
from tflint.report.place import place_of

_CLASS = re.compile(r"^[ \t]*class (\w+)\(([^)]*)\)", re.M)
_NAME = re.compile(r"\w+")
_VARYING = re.compile(r"'[^']*'|`[^`]*`|\d+|\(.*|<[^>]*>")
_SEED = 7
_TRUE = ("useful", "true")
"""How somebody judged a finding that an experiment must not refute."""
_ASK = (
    "import importlib.util, json, sys\n"
    "def there(name):\n"
    "    try:\n"
    "        return importlib.util.find_spec(name) is not None\n"
    "    except Exception:\n"
    "        return False\n"
    "print(json.dumps([name for name in json.load(sys.stdin) if not there(name)]))\n"
)
"""Has an interpreter say which modules it does not find."""


def confirmed(folder: Path, arguments: argparse.Namespace) -> list[Finding]:
    """The findings of a folder with their verdicts."""
    report = lint([str(folder)], Settings(cache_dir=arguments.cache), jobs=arguments.jobs)
    pythons = dict(python.rpartition("=")[::2] for python in arguments.python)
    found = [finding for finding in report.findings if finding.severity is not Severity.INFO]
    if arguments.judged:
        places = judged(arguments.judged, folder.name)
        found = [finding for finding in found if place(report, finding, folder) in places]
    if arguments.repositories:
        found = drawn([finding for finding in found if finding.subject], arguments.most)
    elif arguments.sample and arguments.sample < len(found):
        found = random.Random(_SEED).sample(found, arguments.sample)
    settings = ConfirmSettings(
        python=pythons.pop("", sys.executable),
        pythons=pythons,
        timeout=arguments.timeout,
        jobs=arguments.jobs,
        roots=[str(folder)],
    )
    return confirm(found, settings)


def judged(table: Path, repository: str) -> set[tuple[str, ...]]:
    """Where somebody judged findings of a repository to be true: path, cell, line and code of each."""
    with table.open(newline="") as file:
        return {
            (row["path"], row["cell"], row["line"], row["code"])
            for row in csv.DictReader(file)
            if row["repository"].replace("/", "+") == repository and row["verdict"] in _TRUE
        }


def place(report: Report, finding: Finding, folder: Path) -> tuple[str, ...]:
    """Where a finding stands, as tables of judged findings say it."""
    cell, line, _ = place_of(report, finding.path, finding.span.line)
    path = Path(finding.path).relative_to(folder).as_posix()
    return path, "" if cell is None else str(cell), str(line), finding.code


def drawn(findings: list[Finding], most: int) -> list[Finding]:
    """Some findings, always the same ones, and as many rules among them as there are."""
    mixed = random.Random(_SEED).sample(findings, len(findings))
    first = {finding.code: finding for finding in reversed(mixed)}
    others = [finding for finding in mixed if first[finding.code] is not finding]
    return [*first.values(), *others][:most]


def shown(finding: Finding) -> str:
    """A finding with its evidence, for a reader who doubts it."""
    evidence = finding.evidence or {}
    inputs = " ".join((evidence.get("inputs") or {}).values())
    place = f"{finding.path}:{finding.span.line}: {finding.code} {finding.verdict}"
    return f"{place}: {evidence['reason']} [{inputs}]"


def is_constructed(finding: Finding, texts: list[str]) -> bool:
    """Whether what holds the line is at module level, or in a class that the package constructs.

    An object of a subclass is one of the class.
    """
    if finding.subject is None:
        return False
    names = [ref.qualname.split(".") for ref in (finding.subject.entry, finding.subject.function)]
    classes = {parts[0] for parts in names if len(parts) > 1 and parts[1] != "<locals>"}
    tests = {name for name in classes if name.endswith("Test") or name.startswith("Test")}
    if not classes - tests:
        return True
    named = with_subclasses(classes - tests, texts)
    made = re.compile(rf"(?<!class )\b({'|'.join(map(re.escape, named))})\(")
    return any(map(made.search, texts))


def with_subclasses(names: set[str], texts: list[str]) -> set[str]:
    """Classes, by name, with all that inherit from them."""
    found = set(names)
    bases = {match[1]: set(_NAME.findall(match[2])) for t in texts for match in _CLASS.finditer(t)}
    while more := {name for name, given in bases.items() if given & found} - found:
        found |= more
    return found


def reason_of(finding: Finding) -> str:
    """Why there is no verdict, without what differs from one finding to the next."""
    said = str((finding.evidence or {})["reason"]).splitlines()[0]
    return _VARYING.sub("…", said)[:90]


class Imports:
    """Which findings have what their files import.

    Args:
        pythons: the interpreters, by framework; the first of them where none is named for it.
    """

    def __init__(self, pythons: list[str]) -> None:
        named = dict(python.rpartition("=")[::2] for python in pythons)
        self._pythons = {"": named.pop("", sys.executable), **named}
        self._known: dict[tuple[str, str], bool] = {}

    def are_there(self, finding: Finding, root: Path) -> bool:
        """Whether the file of a finding, and that of its entry, find what they import."""
        assert finding.subject is not None
        wanted: set[str] = set()
        seen: set[Path] = set()
        waiting = [Path(finding.path).absolute(), Path(finding.subject.entry.path).absolute()]
        while waiting:
            path = waiting.pop()
            if path in seen:
                continue
            seen.add(path)
            for name in imported(path, root.absolute()):
                inside = module_file(name, path, root.absolute())
                if inside is not None:
                    waiting.append(inside)
                else:
                    wanted.add(name)
        python = self._pythons.get(framework_of(finding, finding.subject), self._pythons[""])
        return not any(self._missing(python, wanted))

    def _missing(self, python: str, names: Iterable[str]) -> Iterator[str]:
        asked = [name for name in names if (python, name) not in self._known]
        if asked:
            said = subprocess.run(
                [python, "-c", _ASK], input=json.dumps(asked), capture_output=True, text=True
            )
            missing = set(json.loads(said.stdout))
            self._known |= {(python, name): name not in missing for name in asked}
        return (name for name in names if not self._known[python, name])


def imported(path: Path, root: Path) -> Iterator[str]:
    """The modules that a file can't do without: of absolute imports outside of functions.

    Those that it tries to import, and does without, do not count.
    """
    source = read(str(path))
    waiting: list[ast.stmt] = list(source.tree.body) if source is not None else []
    for node in waiting:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            folder = path.parents[node.level - 1]
            if folder.is_relative_to(root):
                parts = [*folder.relative_to(root).parts, *filter(None, [node.module])]
                yield from [".".join(parts)] if parts else []
        elif isinstance(node, ast.ImportFrom) and node.module and node.module != "__future__":
            yield node.module
        elif isinstance(node, (ast.If, ast.With)):
            waiting += node.body


def module_file(name: str, user: Path, root: Path) -> Path | None:
    """The file of a module of the repository, as a file in there may mean it."""
    for folder in (parent for parent in user.parents if parent.is_relative_to(root)):
        at = folder.joinpath(*name.split("."))
        for path in (at.with_name(f"{at.name}.py"), at / "__init__.py"):
            if path.is_file():
                return path
        if at.is_dir() and any(at.glob("*.py")):
            return at / "__init__.py"  # a package without one
    return None


def share(findings: list[Finding]) -> str:
    """How many of some findings have each verdict, and how many are settled."""
    verdicts = Counter(str(finding.verdict) for finding in findings)
    counts = ", ".join(
        f"{verdicts[name]} {name}" for name in ("confirmed", "refuted", "inconclusive")
    )
    settled = len(findings) - verdicts["inconclusive"]
    of_all = 100 * settled / max(1, len(findings))
    return f"{settled} of {len(findings)} settled: {of_all:.0f} in 100 ({counts})"


def of_repositories(arguments: argparse.Namespace) -> None:
    """Confirm some findings of each repository; print the shares, then the reasons."""
    imports = Imports(arguments.python)
    all_of_them: list[Finding] = []
    with_imports: list[Finding] = []
    [around] = arguments.folders
    for folder in sorted(path for path in around.iterdir() if path.is_dir()):
        findings = confirmed(folder, arguments)
        there = [finding for finding in findings if imports.are_there(finding, folder)]
        all_of_them += findings
        with_imports += there
        if arguments.show and findings:
            print(*map(shown, findings), sep="\n", flush=True)
    print(f"all findings: {share(all_of_them)}")
    print(f"with their imports: {share(with_imports)}\n")
    if arguments.judged:
        refuted = [shown(finding) for finding in all_of_them if finding.verdict == "refuted"]
        print("judged to be true, and refuted:", *refuted or ["none"], sep="\n  ", end="\n\n")
    reasons = Counter(reason_of(f) for f in with_imports if f.verdict == "inconclusive")
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")


def of_packages(arguments: argparse.Namespace) -> None:
    """Confirm each folder; print a table, then the reasons."""
    reasons: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    told: list[str] = []
    print("| package | findings | confirmed | refuted | inconclusive | settled, of constructed |")
    print("|---|---|---|---|---|---|")
    for folder in arguments.folders:
        findings = confirmed(folder, arguments)
        texts = [path.read_text(errors="ignore") for path in folder.rglob("*.py")]
        verdicts = Counter(str(finding.verdict) for finding in findings)
        within = [finding for finding in findings if is_constructed(finding, texts)]
        settled = sum(finding.verdict != "inconclusive" for finding in within)
        counts = [verdicts[name] for name in ("confirmed", "refuted", "inconclusive")]
        row = [folder.name, len(findings), *counts, f"{settled} of {len(within)}"]
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
        totals.update(verdicts, settled=settled, within=len(within))
        reasons.update(reason_of(f) for f in findings if f.verdict == "inconclusive")
        told += map(shown, findings)
    of_all = 100 * totals["settled"] / max(1, totals["within"])
    print(f"\n{totals['settled']} of {totals['within']} settled: {of_all:.0f} in 100\n")
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")
    if arguments.show:
        print("", *told, sep="\n")


def main() -> None:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument(
        "--python",
        action="append",
        required=True,
        help="interpreter with TensorFlow; mxnet=PATH names one for MXNet",
    )
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for each experiment")
    parser.add_argument("--sample", type=int, help="findings to draw of each folder")
    parser.add_argument(
        "--repositories", action="store_true", help="the one folder holds repositories"
    )
    parser.add_argument("--judged", type=Path, help="table that says which findings are true")
    parser.add_argument("--most", type=int, default=3, help="findings to draw of each repository")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cache", help="folder in which the linter keeps what it found")
    parser.add_argument("--show", action="store_true", help="also each finding with its evidence")
    arguments = parser.parse_args()
    (of_repositories if arguments.repositories else of_packages)(arguments)


if __name__ == "__main__":
    main()
