"""How fast tflint is, beside other linters and beside what only reads or parses: docs/performance.md.

    python benchmarks/speed.py FOLDER [PACKAGE …]

downloads the packages below at their pinned versions into FOLDER (kept for the next time), installs the
other tools in FOLDER/tools and FOLDER/torchfix, runs all of them on the same files, in turn, and prints
processor seconds, lines per second, ratios and peak memory: medians of ``--rounds``.

Tools that would take hours on everything are given a fixed sample of the files, and so is everything
they are compared with. In the sample each file ends in a comment that has TorchFix read it, which
passes over files that do not say ``torch``. Name folders to measure those only.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.parse
import urllib.request
import venv
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
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


COMPILED = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""An environment in which what runs from source is compiled once, as what pip installed is."""
SAMPLE_LINES = 30_000
TOOLS = (
    "flake8==7.3.0",
    "pylint==3.3.9",
    "fixit==2.1.0",
    "ruff==0.14.5",
)
TORCHFIX = "torchfix==0.7.0"
"""In an environment of its own, with the libcst that it asks for: beside flake8 it would be its plugin."""


def unpacked(requirement: str, folder: Path) -> Path:
    """The files of a package, downloaded once."""
    target = folder / requirement.replace("==", "-")
    if target.is_dir():
        return target
    with tempfile.TemporaryDirectory() as download:
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", download]
        done = subprocess.run([*pip, "--ignore-requires-python", requirement], capture_output=True)
        if done.returncode:
            _download_source(*requirement.split("=="), Path(download))
        (archive,) = Path(download).iterdir()
        if archive.suffix in (".whl", ".zip"):
            zipfile.ZipFile(archive).extractall(target)
        else:
            with tarfile.open(archive) as packed:
                packed.extractall(target, filter="data")
    return target


class _Links(HTMLParser):
    """The addresses on a page of a package index, by the file's name."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        address = dict(attrs).get("href") if tag == "a" else None
        if address is not None:
            self.found[address.partition("#")[0].rpartition("/")[2]] = address


def _download_source(name: str, version: str, folder: Path) -> None:
    """Fetch a package that pip refuses, since it must build it to see that it is the one."""
    from pip._internal.models.index import PyPI

    page = f"{os.environ.get('PIP_INDEX_URL', PyPI.simple_url).rstrip('/')}/{name}/"
    links = _Links()
    with urllib.request.urlopen(page) as stream:
        links.feed(stream.read().decode())
    archive = f"{name}-{version}.tar.gz"
    with urllib.request.urlopen(urllib.parse.urljoin(page, links.found[archive])) as stream:
        (folder / archive).write_bytes(stream.read())


def installed(folder: Path, *requirements: str) -> str:
    """The interpreter of an environment with these packages, made once."""
    python = folder / "bin" / "python"
    complete = folder / "complete"
    if not complete.exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *requirements], check=True)
        complete.touch()
    return str(python)


def sample(paths: list[str], lines: int, folder: Path) -> Path:
    """Copies of every so-manieth file, about so many lines, each told to TorchFix."""
    files = _files(paths)
    step = max(1, _lines(paths) // lines)
    for number, file in enumerate(files[::step]):
        text = file.read_bytes()
        (folder / f"m{number}.py").write_bytes(text + b"\n# torch\n")
    return folder


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
    """One row of a table: what runs, and how long it took each time."""

    name: str
    command: list[str]
    slow: bool = False
    processor: list[float] = field(default_factory=list)
    elapsed: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    """Peak of the process that was started, in MB."""

    def run(self, paths: list[str]) -> None:
        """Run it once, and note the time."""
        start = time.perf_counter()
        with tempfile.TemporaryFile() as errors:
            command = [*self.command, *paths]
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=errors, env=COMPILED
            )
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            said = errors.read()
        self.elapsed.append(time.perf_counter() - start)
        self.processor.append(used.ru_utime + used.ru_stime)
        self.memory.append(used.ru_maxrss / 1024)
        if process.returncode < 0 or b"No module named" in said:
            raise SystemExit(f"{self.name} failed: {said.decode()[-300:]}")


def contenders(cache: str, tools: str, torchfix: str) -> list[Contender]:
    """All that is compared; `ast.parse` is what the others are measured against."""
    me = [sys.executable, __file__, "--work"]
    tflint = [sys.executable, "-m", "tflint", "--isolated", "--quiet", "--exit-zero"]
    tflint += ["--output-format", "concise"]
    flake8 = [tools, "-m", "flake8", "--isolated", "-j", "1"]
    pylint = [tools, "-m", "pylint", "--rcfile=/dev/null", "--disable=all", "--enable=E,W"]
    return [
        Contender("reading the bytes", [*me, "read"]),
        Contender("`ast.parse`", [*me, "parse"]),
        Contender("tflint, cold, one process", [*tflint, "--no-cache", "-j", "1"]),
        Contender("tflint, cold, as many processes as pay", [*tflint, "--no-cache"]),
        Contender(WARM, [*tflint, "--cache-dir", cache, "-j", "1"]),
        Contender("ruff", [tools, "-m", "ruff", "check", "--isolated", "-n", "-e", "-q"]),
        Contender("`libcst.parse_module`", [torchfix, *me[1:], "libcst"], slow=True),
        Contender("flake8", flake8, slow=True),
        Contender("flake8, pyflakes only", [*flake8, "--select=F"], slow=True),
        Contender("pylint, errors and warnings", [*pylint, "-j", "1", "--recursive=y"], slow=True),
        Contender("torchfix", [torchfix, "-m", "torchfix", "--select", "ALL"], slow=True),
        Contender("fixit", [tools, "-m", "fixit", "lint"], slow=True),
    ]


WARM = "tflint, nothing changed"


def with_findings(paths: list[str]) -> set[str]:
    """The files in which tflint finds something by itself, each looked at alone."""
    command = [sys.executable, "-m", "tflint", "--isolated", "--exit-zero", "--no-cache"]
    command += ["--output-format", "json"]

    def found(paths: list[str]) -> set[str]:
        done = subprocess.run([*command, *paths], capture_output=True, env=COMPILED, check=True)
        return {entry["path"] for entry in json.loads(done.stdout)}

    return {path for path in found(paths) if path.endswith(".py") and found([path])}


def _lines(paths: list[str]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in _files(paths))


def measure(title: str, paths: list[str], options: argparse.Namespace, *, slow: bool) -> None:
    """Run everything ``rounds`` times, interleaved, and print a Markdown table."""
    with tempfile.TemporaryDirectory() as cache:
        rows = contenders(cache, options.tools, options.torchfix)
        rows = [row for row in rows if slow or not row.slow]
        if options.only:
            wanted = (*options.only, "ast.parse")
            rows = [row for row in rows if any(part in row.name for part in wanted)]
        for row in rows:
            if row.name == WARM:
                row.run(paths)
                row.processor.clear()
                row.elapsed.clear()
                row.memory.clear()
        for _ in range(options.small_rounds or options.rounds if slow else options.rounds):
            for row in rows:
                row.run(paths)
    lines = _lines(paths)
    print(f"\n### {title}\n\n{len(_files(paths)):,} files, {lines:,} lines\n")
    print("| what | processor s | elapsed s | lines/s | against `ast.parse` | memory MB |")
    print("|---|--:|--:|--:|--:|--:|")
    base = next(statistics.median(row.processor) for row in rows if "ast.parse" in row.name)
    for row in rows:
        spent = max(statistics.median(row.processor), 0.001)
        elapsed, memory = statistics.median(row.elapsed), statistics.median(row.memory)
        print(
            f"| {row.name} | {spent:.2f} | {elapsed:.2f} | {lines / spent:,.0f} | {base / spent:.3f} "
            f"| {memory:,.0f} |"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("packages", nargs="*", help="folders to measure instead of downloading")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--small-rounds", type=int, help="rounds for the sample and the one file")
    parser.add_argument("--only", action="append", default=[], help="part of the names of rows")
    parser.add_argument("--small", action="store_true", help="the sample and single files only")
    parser.add_argument("--tools", help="interpreter that has the other tools")
    parser.add_argument("--torchfix", help="interpreter that has TorchFix")
    parser.add_argument("--sample", type=int, default=SAMPLE_LINES, help="lines for slow tools")
    options = parser.parse_args()
    folder = options.folder.resolve()
    options.tools = options.tools or installed(folder / "tools", *TOOLS)
    options.torchfix = options.torchfix or installed(folder / "torchfix", TORCHFIX)
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {platform.machine()}")
    print(*TOOLS, TORCHFIX, sep=", ")
    if options.packages:
        folders, others = list(options.packages), []
    else:
        folders = [str(unpacked(requirement, options.folder)) for requirement in TENSORFLOW]
        others = [str(unpacked(requirement, options.folder)) for requirement in OTHERS]
    if not options.small:
        measure("TensorFlow code", folders, options, slow=False)
    if others and not options.small:
        measure("Code without TensorFlow", others, options, slow=False)
    with tempfile.TemporaryDirectory() as copies:
        sampled = str(sample(folders, options.sample, Path(copies)))
        measure("A sample of the TensorFlow code", [sampled], options, slow=True)
        by_size = sorted(_files([sampled]), key=lambda file: file.stat().st_size)
        middle = str(by_size[len(by_size) // 2])
        measure("One file: the middle one of the sample by size", [middle], options, slow=True)
    flagged = sorted(with_findings(folders), key=lambda path: os.path.getsize(path))
    if flagged:
        middle = flagged[len(flagged) // 2]
        title = f"One file with findings: the middle one of {len(flagged)} by size"
        measure(title, [middle], options, slow=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        WORKS[sys.argv[2]](sys.argv[3:])
    else:
        main()
