"""The instructions that tflint and flake8 take for the sample, as Valgrind counts them.

    python benchmarks/instructions.py FOLDER

runs each once on the sample of `benchmarks/speed.py FOLDER`, which fills FOLDER first where it is empty.
Unlike seconds they are the same in each run, to a thousandth.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from speed import (
    COMPILED,
    SAMPLE_LINES,
    TENSORFLOW,
    TOOLS,
    TORCHFIX,
    contenders,
    installed,
    sample,
    unpacked,
)

_COUNTED = ("flake8", "tflint, cold, one process", "`ast.parse`")
_TOTAL = re.compile(r"I\s+refs:\s+([\d,]+)")


def instructions(command: list[str]) -> int:
    """How many instructions a command takes, with the start of its process.

    Raises:
        SystemExit: it failed, or there is no Valgrind.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise SystemExit("valgrind is not installed")
    counting = [valgrind, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    environment = {**COMPILED, "PYTHONHASHSEED": "0"}
    done = subprocess.run([*counting, *command], capture_output=True, text=True, env=environment)
    total = _TOTAL.search(done.stderr)
    if total is None:
        raise SystemExit(done.stderr[-300:])
    return int(total[1].replace(",", ""))


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    tools, torchfix = installed(folder / "tools", *TOOLS), installed(folder / "torchfix", TORCHFIX)
    packages = [str(unpacked(requirement, folder)) for requirement in TENSORFLOW]
    with tempfile.TemporaryDirectory() as copies:
        sampled = str(sample(packages, SAMPLE_LINES, Path(copies)))
        rows = {row.name: row.command for row in contenders(copies, tools, torchfix)}
        for name in _COUNTED:
            subprocess.run([*rows[name], sampled], capture_output=True, env=COMPILED)  # compiles it
            print(f"{name}: {instructions([*rows[name], sampled]):,}", flush=True)


if __name__ == "__main__":
    main()
