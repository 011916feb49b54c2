"""Judge ``--confirm`` on programs that are there: what the whole of each does, beside its verdicts.

    python -m benchmarks.judge.whole PROGRAM.py… [--python PYTHON] [--framework tensorflow]

runs each program, a file that ends by itself, twice as written and twice with all functions run eagerly,
and prints those that ``--confirm`` does not agree with: something is confirmed, but for costs, where the
program shows no difference, or something is refuted, nothing confirmed, and it shows one. A program may
do what it does not show, and have several pitfalls: each line that is printed is to be read. What differs
between two equal runs is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.judge.__main__ import World
from benchmarks.judge.truth import difference


def verdicts(paths: list[Path], world: World) -> dict[str, list[Any]]:
    """What ``--confirm`` says of each program by itself."""
    found: dict[str, list[Any]] = {}
    command = [sys.executable, "-P", "-m", "tflint", "check", *map(str, paths), "--confirm"]
    command += ["--isolated", "--select", "ALL", "--no-cache", "--output-format", "json"]
    command += ["--python", f"{world.framework}={world.python}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):
        raise SystemExit(ended.stderr)
    for finding in json.loads(ended.stdout):
        found.setdefault(str(Path(finding["path"]).resolve()), []).append(finding)
    return found


def disagreement(findings: list[Any], text: str, world: World) -> str:
    """How verdicts and the whole program disagree; empty if they do not, or nothing can be said."""
    eager, written = world.runner.run(text, True), world.runner.run(text, False)
    if difference(eager, world.runner.run(text, True)) or difference(
        written, world.runner.run(text, False)
    ):
        return ""
    apart = difference(eager, written)
    confirmed = [f for f in findings if f["verdict"] == "confirmed" and f["harm"] != "cost"]
    refuted = [f for f in findings if f["verdict"] == "refuted"]
    if confirmed and not apart:
        return "no difference, confirmed: " + ", ".join(map(_told, confirmed))
    if refuted and apart and not confirmed:
        return f"{apart}; refuted: " + ", ".join(map(_told, refuted))
    return ""


def _told(finding: Any) -> str:
    return f"{finding['line']} {finding['code']} ({(finding['evidence'] or {}).get('reason')})"


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--framework", choices=("tensorflow", "mxnet"), default="tensorflow")
    options = parser.parse_args()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
    world = World(options.python, options.framework)
    found = verdicts(options.programs, world)
    told = 0
    for path in options.programs:
        said = disagreement(found.get(str(path.resolve()), []), path.read_text(), world)
        told += bool(said)
        if said:
            print(f"{path}: {said}", flush=True)
    print(
        f"{len(options.programs)} programs, {sum(map(len, found.values()))} findings, {told} to be read"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
