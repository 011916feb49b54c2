"""Make a virtual environment with Fixit and tflint, and print the path of its interpreter.

    python tools/fixit_environment.py .environments/fixit

Fixit asks for a click older than 8.2: where both are installed together, tflint is tried with no newer one,
which its users have. An environment that is already there and works is kept.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mxnet_environment import PIP_OPTIONS, SetupError, answers, is_environment, locked, run

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ("fixit>=2.1",)
WORKS = "import fixit.cli, tflint.cst"


def main() -> int:
    parser = argparse.ArgumentParser(description="Make an environment with Fixit.")
    parser.add_argument("directory", type=Path, help="where the environment is, or shall be")
    directory = parser.parse_args().directory.absolute()
    python = directory / "bin" / "python"
    try:
        with locked(directory.with_name(directory.name + ".lock")):
            if not answers(python, WORKS):
                make(directory, python)
    except SetupError as error:
        print(f"fixit_environment: {error}", file=sys.stderr)
        return 1
    print(python)
    return 0


def make(directory: Path, python: Path) -> None:
    """Build the environment, with this working tree as it is."""
    if directory.exists() and any(directory.iterdir()) and not is_environment(directory):
        raise SetupError(f"{directory} is not empty and not a virtual environment")
    run([sys.executable, "-m", "venv", "--clear", directory], "making the environment failed")
    packages = [*REQUIREMENTS, "--editable", ROOT]
    run([python, "-m", "pip", "install", *PIP_OPTIONS, *packages], "installing Fixit failed")
    run([python, "-c", WORKS], "Fixit does not start")


if __name__ == "__main__":
    sys.exit(main())
