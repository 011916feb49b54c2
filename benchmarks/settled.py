"""How much of what tflint finds in packages that nobody prepared ``--confirm`` settles.

    python benchmarks/settled.py --python PYTHON FOLDER...

lints each folder (an unpacked package) with the default rules, confirms the findings with PYTHON,
and prints the share of each verdict, and the reasons of those without one. The second share leaves
out methods of classes that nothing in the package constructs: there is no telling how to make one.
An interpreter for MXNet is named by ``--python mxnet=PATH``. What the packages import must be
installed beside PYTHON's TensorFlow. Packages for Keras 2 need ``TF_USE_LEGACY_KERAS=1`` in the
environment. ``--sample`` draws some findings of each folder, always the same ones.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from pathlib import Path

from tflint.experiment import ConfirmSettings, confirm
from tflint.finding import Finding, Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

_CLASS = re.compile(r"^[ \t]*class (\w+)\(([^)]*)\)", re.M)
_NAME = re.compile(r"\w+")
_VARYING = re.compile(r"'[^']*'|`[^`]*`|\d+|\(.*|<[^>]*>")


def confirmed(folder: Path, arguments: argparse.Namespace) -> list[Finding]:
    """The findings of a folder with their verdicts."""
    found = lint([str(folder)], Settings(cache_dir=arguments.cache), jobs=arguments.jobs).findings
    pythons = dict(python.rpartition("=")[::2] for python in arguments.python)
    found = [finding for finding in found if finding.severity is not Severity.INFO]
    if arguments.sample and arguments.sample < len(found):
        found = random.Random(7).sample(found, arguments.sample)
    settings = ConfirmSettings(
        python=pythons.pop("", sys.executable),
        pythons=pythons,
        timeout=arguments.timeout,
        jobs=arguments.jobs,
        roots=[str(folder)],
    )
    return confirm(found, settings)


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


def main() -> None:
    """Confirm each folder; print a table, then the reasons."""
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
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cache", help="folder in which the linter keeps what it found")
    parser.add_argument("--show", action="store_true", help="also each finding with its evidence")
    arguments = parser.parse_args()
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
    share = 100 * totals["settled"] / max(1, totals["within"])
    print(f"\n{totals['settled']} of {totals['within']} settled: {share:.0f} in 100\n")
    for reason, count in reasons.most_common():
        print(f"{count:4} {reason}")
    if arguments.show:
        print("", *told, sep="\n")


if __name__ == "__main__":
    main()
