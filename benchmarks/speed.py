"""How fast tflint is, beside other linters and beside what only reads or parses: docs/performance.md.

    python benchmarks/speed.py FOLDER [PACKAGE …]

downloads the packages below at their pinned versions into FOLDER (kept for the next time), runs every
tool that is installed on the same files, in turn, and prints processor seconds, lines per second and
ratios: medians of ``--rounds``. Name packages to measure those only; tools known to be slow are given
``--slow-on`` (one package), and compared by lines per second.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.util
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

TENSORFLOW = (
    "tf-agents==0.19.0",
    "gpflow==2.11.2",
    "tensorflow-addons==0.23.0",
    "tensorflow-probability==0.25.0",
    "keras-hub==0.32.0",
    "keras-cv==0.9.0",
    "tf-models-official==2.20.0",
    "tensorflow-recommenders==0.7.7",
    "dm-sonnet==2.0.2",
    "trax==1.4.1",
    "gluoncv==0.10.5.post0",
    "gluonnlp==0.10.0",
)
OTHERS = ("sympy==1.13.3",)
"""Packages that have nothing to do with TensorFlow."""


def unpacked(requirement: str, folder: Path) -> Path:
    """The files of a package, downloaded once."""
    target = folder / requirement.replace("==", "-")
    if target.is_dir():
        return target
    with tempfile.TemporaryDirectory() as download:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", download]
        options = ["--ignore-requires-python", "--no-build-isolation"]
        subprocess.run([*pip, *options, requirement], check=True)
        (archive,) = Path(download).iterdir()
        if archive.suffix in (".whl", ".zip"):
            zipfile.ZipFile(archive).extractall(target)
        else:
            with tarfile.open(archive) as packed:
                packed.extractall(target, filter="data")
    return target


# what a child process does when it is no tool


def _read(paths: list[str]) -> None:
    for path in _files(paths):
        path.read_bytes()


def _parse(paths: list[str]) -> None:
    warnings.simplefilter("ignore")
    for path in _files(paths):
        with contextlib.suppress(SyntaxError, ValueError):
            ast.parse(path.read_bytes())


def _libcst(paths: list[str]) -> None:
    import libcst

    for path in _files(paths):
        with contextlib.suppress(libcst.ParserSyntaxError, UnicodeDecodeError):
            libcst.parse_module(path.read_bytes())


WORKS: dict[str, Callable[[list[str]], None]] = {"read": _read, "parse": _parse, "libcst": _libcst}


def _files(paths: list[str]) -> list[Path]:
    return [
        file
        for path in map(Path, paths)
        for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])
    ]


@dataclass
class Contender:
    """One row of the table: what runs, and how long it took each time."""

    name: str
    command: list[str]
    module: str | None = None
    slow: bool = False
    processor: list[float] = field(default_factory=list)
    elapsed: list[float] = field(default_factory=list)

    @property
    def installed(self) -> bool:
        """Whether it can run here."""
        return self.module is None or importlib.util.find_spec(self.module) is not None

    def run(self, paths: list[str]) -> None:
        """Run it once, and note the time."""
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), os.times().elapsed
        subprocess.run([*self.command, *paths], capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.processor.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        self.elapsed.append(os.times().elapsed - start)


def contenders(cache: str) -> list[Contender]:
    """All that is compared; `ast.parse` is what the others are measured against."""
    me, module = [sys.executable, __file__, "--work"], [sys.executable, "-m"]
    tflint = [
        *module,
        "tflint",
        "--isolated",
        "--quiet",
        "--exit-zero",
        "--output-format",
        "concise",
    ]
    warm = [*tflint, "--cache-dir", cache, "-j", "1"]
    pylint = [*module, "pylint", "--rcfile=/dev/null", "--disable=all", "--enable=E,W", "-j", "1"]
    return [
        Contender("reading the bytes", [*me, "read"]),
        Contender("`ast.parse`", [*me, "parse"]),
        Contender("tflint, cold, one process", [*tflint, "--no-cache", "-j", "1"]),
        Contender("tflint, cold, as many processes as pay", [*tflint, "--no-cache"]),
        Contender("tflint, nothing changed", warm),
        Contender("`libcst.parse_module`", [*me, "libcst"], "libcst", slow=True),
        Contender("ruff", [*module, "ruff", "check", "--isolated", "-n", "-e", "-q"], "ruff"),
        Contender("flake8", [*module, "flake8", "--isolated", "-j", "1"], "flake8", slow=True),
        Contender(
            "flake8, pyflakes only",
            [*module, "flake8", "--isolated", "-j", "1", "--select=F"],
            "flake8",
            slow=True,
        ),
        Contender("pylint, errors and warnings", pylint, "pylint", slow=True),
        Contender("torchfix", [*module, "torchfix", "--select", "ALL"], "torchfix", slow=True),
        Contender("fixit", [*module, "fixit", "lint"], "fixit", slow=True),
    ]


def _lines(paths: list[str]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in _files(paths))


def measure(title: str, paths: list[str], slow: list[str], rounds: int, only: list[str]) -> None:
    """Run everything ``rounds`` times, interleaved, and print a Markdown table."""
    cache = tempfile.mkdtemp()
    rows = [
        row
        for row in contenders(cache)
        if row.installed and (not only or any(part in row.name for part in (*only, "ast.parse")))
    ]
    try:
        for row in rows:
            if cache in row.command:
                row.run(paths)
        for row in rows:
            row.processor.clear()
            row.elapsed.clear()
        for _ in range(rounds):
            for row in rows:
                if not row.slow or slow:
                    row.run(slow if row.slow else paths)
    finally:
        shutil.rmtree(cache, ignore_errors=True)
    lines, few = _lines(paths), _lines(slow)
    print(
        f"\n### {title}\n\n{len(_files(paths)):,} files, {lines:,} lines; rows marked * {few:,} lines\n"
    )
    print("| what | processor s | elapsed s | lines/s | against `ast.parse` |")
    print("|---|--:|--:|--:|--:|")
    parse = next(row for row in rows if "ast.parse" in row.name)
    base = lines / statistics.median(parse.processor)
    for row in rows:
        if row.processor:
            spent = statistics.median(row.processor)
            rate = (few if row.slow else lines) / max(spent, 0.01)
            print(
                f"| {row.name}{' *' if row.slow else ''} | {spent:.2f} "
                f"| {statistics.median(row.elapsed):.2f} | {rate:,.0f} | {rate / base:.3f} |"
            )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="*", help="folders to measure instead of downloading")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", default=[], help="part of the names of rows")
    parser.add_argument("--slow-on", default="dm-sonnet==2.0.2")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {platform.machine()}")
    if options.packages:
        paths = list(options.packages)
        measure("Named folders", paths, paths, options.rounds, options.only)
        return
    folders = [str(unpacked(requirement, options.folder)) for requirement in TENSORFLOW]
    slow = [str(unpacked(options.slow_on, options.folder))]
    measure("TensorFlow code", folders, slow, options.rounds, options.only)
    others = [str(unpacked(requirement, options.folder)) for requirement in OTHERS]
    measure("Code without TensorFlow", others, [], options.rounds, options.only)
    measure(
        "One file", [str(_files(slow)[-1])], [str(_files(slow)[-1])], options.rounds, options.only
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        WORKS[sys.argv[2]](sys.argv[3:])
    else:
        main()
