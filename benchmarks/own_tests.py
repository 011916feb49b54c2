"""What a project's own tests say before and after ``--fix``: runs them on a copy as it is, and mended.

``python benchmarks/own_tests.py FOLDER [--python PYTHON] [--safe] --tests TEST...`` copies the folder
twice, makes all fixes in one of the copies (unsafe ones too, unless ``--safe``), runs pytest in both on the
tests that are named, and compares what came of each. ``--select`` names the rules, ``--python`` an
interpreter that has what the project needs. Under ``--changed`` it only lists what the fixes change;
``--add`` puts a folder with tests into both copies once the fixes are made, for a package that comes
without its own. The status is 1 where a test differs, or none was run.
"""

from __future__ import annotations

import argparse
import difflib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def mend(folder: Path, select: str, unsafe: bool) -> str:
    """Make the fixes in a folder; what tflint says of them."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "tflint",
        "--fix",
        "--show-fixes",
        "--no-cache",
        "--quiet",
    ]
    command += ["--isolated", "--select", select, *(["--unsafe-fixes"] if unsafe else []), "."]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    if done.returncode > 1:
        raise SystemExit(done.stderr)
    return done.stdout


def outcomes(folder: Path, python: str, tests: list[str]) -> dict[str, str]:
    """What came of each test: passed, failed, error, skipped."""
    report = folder.parent / "report.xml"
    command = [
        python,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--continue-on-collection-errors",
        f"--junit-xml={report}",
        *tests,
    ]
    subprocess.run(command, cwd=folder, stdout=sys.stderr)
    if not report.exists():
        raise SystemExit(f"pytest could not begin in {folder}")
    found = {}
    for case in ET.parse(report).iter("testcase"):
        said = [child.tag for child in case if child.tag in ("failure", "error", "skipped")]
        found[f"{case.get('classname')}::{case.get('name')}"] = said[0] if said else "passed"
    return found


def changed(before: Path, after: Path) -> list[str]:
    """The files in which two folders differ, with how many lines were put in."""
    lines = []
    for path in sorted(after.rglob("*")):
        old = before / path.relative_to(after)
        if (
            path.is_file()
            and path.suffix in (".py", ".ipynb")
            and path.read_bytes() != old.read_bytes()
        ):
            texts = (each.read_text(errors="replace").splitlines() for each in (old, path))
            added = sum(line.startswith("+ ") for line in difflib.ndiff(*texts))
            lines.append(f"{path.relative_to(after)}: {added} lines")
    return lines


def main() -> None:
    """Print what differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--tests", nargs="+", default=[], help="files or folders, as pytest takes them"
    )
    parser.add_argument("--python", default=sys.executable, help="interpreter that runs the tests")
    parser.add_argument("--select", default="ALL", help="codes, by comma")
    parser.add_argument("--safe", action="store_true", help="make no unsafe fixes")
    parser.add_argument("--add", type=Path, action="append", default=[], help="folder with tests")
    parser.add_argument("--changed", action="store_true", help="run no tests")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as holder:
        folders = [Path(holder) / name / given.folder.name for name in ("before", "after")]
        for folder in folders:
            shutil.copytree(given.folder, folder, symlinks=True)
        mend(folders[1], given.select, not given.safe)
        print("\n".join(changed(*folders)) or "nothing changed", flush=True)
        for folder in folders:
            for added in given.add:
                shutil.copytree(added, folder / added.name, dirs_exist_ok=True)
        if given.changed:
            return
        before, after = (outcomes(folder, given.python, given.tests) for folder in folders)
    if not before:
        raise SystemExit("pytest ran no test")
    for said, of in (("before", before), ("after", after)):
        counts = Counter(of.values())
        print(f"{said}:", ", ".join(f"{n} {word}" for word, n in sorted(counts.items())))
    differ = [test for test in sorted(before | after) if before.get(test) != after.get(test)]
    for test in differ:
        print(f"{test}: {before.get(test, 'no such test')}, then {after.get(test, 'no such test')}")
    print("the same" if not differ else f"{len(differ)} differ")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
