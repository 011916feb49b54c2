"""Judge ``--confirm`` on programs that are there: what the whole of each does, beside its verdicts.

    python -m benchmarks.judge.whole PROGRAM… [--python PYTHON] [--framework tensorflow] [--keras-2]

A program is a file, or a folder of files that belong together, of which each is started that no other
imports. It is run twice as written and twice with all functions run eagerly, and those are printed that
``--confirm`` does not agree with: something is confirmed, but for costs, where the program shows no
difference, or something is refuted, nothing confirmed, and it shows one. What the program does not come
to when it runs eagerly is left out, as is what differs between two equal runs, and what does not import
the framework. A program may do what it does not show, and have several pitfalls: each line that is
printed is to be read.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.judge.__main__ import World
from benchmarks.judge.truth import Shown, Whole, difference


@dataclass
class Given:
    """A program: where it is, and its files."""

    path: Path
    files: dict[str, str]

    @property
    def wholes(self) -> list[Whole]:
        """One for each file that it can be started by."""
        return [Whole(self.files, start) for start in sorted(_starts(self.files))]

    def uses(self, framework: str) -> bool:
        """Whether it imports the framework."""
        imports = re.compile(rf"^\s*(?:import|from) {framework}\b", re.M)
        return any(map(imports.search, self.files.values()))


def given(path: Path) -> Given:
    """A program and its files."""
    if path.is_file():
        return Given(path, {path.name: path.read_text()})
    files = {str(one.relative_to(path)): one.read_text() for one in sorted(path.rglob("*.py"))}
    return Given(path, files)


def _starts(files: dict[str, str]) -> set[str]:
    """The files that no other imports, but packages themselves."""
    imported = {name for path, text in files.items() for name in _imported(path, text)}
    return {
        path
        for path in files
        if Path(path).name != "__init__.py" and path[:-3].replace(os.sep, ".") not in imported
    }


def _imported(path: str, text: str) -> Iterator[str]:
    """The modules that a file may mean by its imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = Path(path).parts[: -node.level] if node.level else ()
            module = ".".join([*around, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}".lstrip(".") for alias in node.names)


def verdicts(programs: list[Given], world: World) -> list[list[Any]]:
    """What ``--confirm`` says of each program; each is a project of its own."""
    found: list[list[Any]] = [[] for _ in programs]
    with tempfile.TemporaryDirectory(prefix="judge-programs-") as folder:
        for number, one in enumerate(programs):
            for name, text in one.files.items():
                target = Path(folder) / str(number) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
        command = [sys.executable, "-P", "-m", "tflint", "check", folder, "--confirm", "--isolated"]
        command += ["--select", "ALL", "--no-cache", "--output-format", "json"]
        command += ["--python", f"{world.framework}={world.python}"]
        environment = {**os.environ, **world.environment}
        ended = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment
        )
        if ended.returncode not in (0, 1):
            raise SystemExit(ended.stderr)
        for finding in json.loads(ended.stdout):
            path = Path(finding["path"]).resolve().relative_to(Path(folder).resolve())
            found[int(path.parts[0])].append({**finding, "path": str(Path(*path.parts[1:]))})
    return found


def disagreements(
    findings: list[Any], whole: Whole, world: World, judged: Counter[str]
) -> Iterator[str]:
    """How verdicts and the whole program disagree; nothing if they do not, or nothing can be said.

    What could be judged is counted in ``judged``.
    """
    eager, written = world.runner.run(whole, True), world.runner.run(whole, False)
    if difference(eager, world.runner.run(whole, True)) or difference(
        written, world.runner.run(whole, False)
    ):
        return
    if eager.error and eager.error == written.error:
        return  # it ends before its end, whichever way it runs
    apart = difference(eager, written)
    reached = [f for f in findings if _is_reached(f, eager) and f["harm"] != "cost"]
    told = {verdict: [f for f in reached if f["verdict"] == verdict] for verdict in _SETTLED}
    judged.update({verdict: len(some) for verdict, some in told.items()})
    if told["confirmed"] and not apart:
        yield "no difference, confirmed: " + ", ".join(map(_told, told["confirmed"]))
    if told["refuted"] and apart and not told["confirmed"]:
        yield f"{apart}; refuted: " + ", ".join(map(_told, told["refuted"]))


_SETTLED = ("confirmed", "refuted")


def _is_reached(finding: Any, eager: Shown) -> bool:
    last = finding.get("end_line") or finding["line"]
    lines = eager.reached.get(finding["path"], [])
    return any(finding["line"] <= line <= last for line in lines)


def _told(finding: Any) -> str:
    reason = (finding["evidence"] or {}).get("reason")
    return f"{finding['path']}:{finding['line']} {finding['code']} ({reason})"


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--framework", choices=("tensorflow", "mxnet"), default="tensorflow")
    parser.add_argument("--keras-2", action="store_true", help="with TF_USE_LEGACY_KERAS")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    environment = {"TF_USE_LEGACY_KERAS": "1"} if options.keras_2 else {}
    world = World(options.python, options.framework, environment)
    programs = [one for one in map(given, options.programs) if one.uses(options.framework)]
    found = verdicts(programs, world)
    told = 0
    judged: Counter[str] = Counter()
    for one, findings in zip(programs, found, strict=True):
        for whole in one.wholes:
            for said in disagreements(findings, whole, world, judged):
                told += 1
                print(f"{one.path} ({whole.start}): {said}", flush=True)
    counts = ", ".join(f"{judged[verdict]} {verdict}" for verdict in _SETTLED)
    print(
        f"{len(programs)} programs, {sum(map(len, found))} findings; on lines that these come to, "
        f"of no cost: {counts}; {told} to be read"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
