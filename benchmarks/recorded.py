"""How much of code that was recorded ``--confirm`` settles: docs/confirm.md.

    python benchmarks/recorded.py --python PYTHON [--mxnet PYTHON]
    python benchmarks/recorded.py --python PYTHON --package FOLDER --tests PATH… [--ignore CODE]

copies each program in ``benchmarks/recorded`` to a scratch folder, runs it under ``tflint record``, and
confirms what is found in it; with ``--package`` an unpacked package, whose own tests (paths inside of
it) run under ``pytest --tflint-record``. Printed are the findings whose function was recorded (the
traced one, or the one that holds the line), and what share of them was settled.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tflint.experiment import ConfirmSettings, confirm
from tflint.experiment.recordings.recorded_calls import recorded_calls
from tflint.finding import Finding, Severity
from tflint.linting.linter import lint
from tflint.linting.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "benchmarks" / "recorded"
_SCRIPTS = ("train.py", "run.py", "fit.py", "use.py", "play.py")
_JUNK = shutil.ignore_patterns("__pycache__", ".tflint_recordings", ".tflint_cache")


def run(command: list[str], folder: Path) -> str:
    """Run a command in a folder, with tflint in reach; the last line that it wrote."""
    path = os.pathsep.join([str(ROOT), str(folder)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    lines = (done.stderr + done.stdout).strip().splitlines()[-4 if done.returncode else -1 :]
    return f"status {done.returncode}: {' | '.join(lines)}"


def record_program(folder: Path, arguments: argparse.Namespace) -> str:
    """Run a program's script under ``tflint record``."""
    script = next(name for name in _SCRIPTS if (folder / name).is_file())
    uses_mxnet = "mxnet" in (folder / script).read_text()
    python = arguments.mxnet if uses_mxnet else arguments.python
    return run([sys.executable, "-m", "tflint", "record", "--", python, script], folder)


def record_tests(folder: Path, arguments: argparse.Namespace) -> str:
    """Run a package's tests under ``pytest --tflint-record``."""
    options = ["-p", "no:cacheprovider", "-q", "--import-mode=importlib", "--override-ini=addopts="]
    options.append("--continue-on-collection-errors")
    plugin = ["-p", "tflint.pytest_plugin", "--tflint-record", f"--rootdir={folder}"]
    tests = [str(folder / path) for path in arguments.tests]
    return run([arguments.python, "-m", "pytest", *options, *plugin, *tests], folder)


def is_recorded(finding: Finding) -> bool:
    """Whether the traced function, or the one that holds the line, was recorded."""
    subject = finding.subject
    references = [] if subject is None else [subject.entry, subject.function]
    return any(recorded_calls(ref.path, ref.qualname) for ref in references)


def settled(folder: Path, arguments: argparse.Namespace) -> Iterator[Finding]:
    """The findings whose functions were recorded, with their verdicts."""
    found = lint([str(folder)], Settings(cache_dir=None), jobs=1).findings
    wanted = [
        finding
        for finding in found
        if finding.severity is not Severity.INFO
        and finding.code not in arguments.ignore
        and is_recorded(finding)
    ]
    settings = ConfirmSettings(
        python=arguments.python,
        pythons={"mxnet": arguments.mxnet} if arguments.mxnet else {},
        timeout=arguments.timeout,
        jobs=arguments.jobs,
        roots=[str(folder)],
    )
    yield from confirm(wanted, settings)


def shown(finding: Finding, folder: Path) -> str:
    """A finding with its evidence, for a reader who doubts it."""
    evidence = finding.evidence or {}
    inputs = evidence.get("inputs") or {}
    told = f"{inputs.get('from', '')}: {inputs.get('description', '')[:160]}"
    path = os.path.relpath(finding.path, folder)
    place = f"{path}:{finding.span.line}: {finding.code} {finding.verdict}"
    return f"  {place}: {str(evidence['reason'])[:400]} [{told}]"


def main() -> None:
    """Record, confirm, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="interpreter with TensorFlow")
    parser.add_argument(
        "--mxnet", help="interpreter with MXNet; without one its programs are left out"
    )
    parser.add_argument("--package", type=Path, help="an unpacked package instead of the programs")
    parser.add_argument("--tests", nargs="+", default=["."], help="its tests to run")
    parser.add_argument("--ignore", nargs="*", default=[], help="rules to leave out")
    parser.add_argument("--only", nargs="*", help="names of programs")
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for each experiment")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="also what was settled, and how")
    arguments = parser.parse_args()
    totals: Counter[str] = Counter()
    sources = [arguments.package] if arguments.package else sorted(PROGRAMS.iterdir())
    print("| program | recorded findings | confirmed | refuted | inconclusive |")
    print("|---|---|---|---|---|")
    for source in sources:
        if (arguments.only and source.name not in arguments.only) or not source.is_dir():
            continue
        if "gluon" in source.name and not arguments.mxnet and not arguments.package:
            continue
        with tempfile.TemporaryDirectory(prefix="recorded-") as name:
            folder = Path(name) / source.name
            shutil.copytree(source, folder, ignore=_JUNK)
            record = record_tests if arguments.package else record_program
            ended = record(folder, arguments)
            print(f"{source.name}: {ended}", file=sys.stderr, flush=True)
            findings = list(settled(folder, arguments))
            verdicts = Counter(str(finding.verdict) for finding in findings)
            counts = [verdicts[word] for word in ("confirmed", "refuted", "inconclusive")]
            row = [source.name, len(findings), *counts]
            print("| " + " | ".join(map(str, row)) + " |", flush=True)
            for finding in findings:
                if arguments.show or finding.verdict == "inconclusive":
                    print(shown(finding, folder), flush=True)
            totals.update(verdicts, findings=len(findings))
    done = totals["findings"] - totals["inconclusive"]
    share = 100 * done / max(1, totals["findings"])
    print(f"\n{done} of {totals['findings']} settled: {share:.0f} in 100")


if __name__ == "__main__":
    main()
