"""Make an environment with another linter, or with an editor's part, and print its interpreter's path.

    python tools/linter_environment.py fixit .environments/fixit
    python tools/linter_environment.py others .environments/others
    python tools/linter_environment.py jupyter .environments/jupyter

Fixit asks for a click older than 8.2, and has tflint beside it: where both are installed together, tflint
is tried with no newer one, which its users have. The others, TorchFix and Pylint, are tried by themselves:
TorchFix asks for a libcst older than ours. JupyterLab starts tflint from wherever that is. An
environment that is already there and works is kept.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from mxnet_environment import PIP_OPTIONS, SetupError, answers, is_environment, locked, run

ROOT = Path(__file__).resolve().parent.parent


class Environment(NamedTuple):
    """What an environment has.

    Attributes:
        packages: what pip installs.
        works: Python that runs in one that is whole.
    """

    packages: tuple[str | Path, ...]
    works: str


ENVIRONMENTS = {
    "fixit": Environment(("fixit>=2.1", "--editable", ROOT), "import fixit.cli, tflint.cst"),
    "jupyter": Environment(
        ("jupyterlab>=4", "jupyterlab-lsp>=5", "ipykernel>=6"), "import jupyterlab_lsp, ipykernel"
    ),
    "others": Environment(("torchfix>=0.7", "pylint>=4"), "import flake8, pylint, torchfix"),
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Make an environment with another linter.")
    parser.add_argument("name", choices=ENVIRONMENTS)
    parser.add_argument("directory", type=Path, help="where the environment is, or shall be")
    asked = parser.parse_args()
    directory = asked.directory.absolute()
    wanted = ENVIRONMENTS[asked.name]
    python = directory / "bin" / "python"
    try:
        with locked(directory.with_name(directory.name + ".lock")):
            if not answers(python, wanted.works):
                make(directory, python, wanted)
    except SetupError as error:
        print(f"linter_environment: {error}", file=sys.stderr)
        return 1
    print(python)
    return 0


def make(directory: Path, python: Path, wanted: Environment) -> None:
    """Build the environment, with this working tree as it is."""
    if directory.exists() and any(directory.iterdir()) and not is_environment(directory):
        raise SetupError(f"{directory} is not empty and not a virtual environment")
    run([sys.executable, "-m", "venv", "--clear", directory], "making the environment failed")
    install = [python, "-m", "pip", "install", *PIP_OPTIONS, *wanted.packages]
    run(install, "installing the linters failed")
    run([python, "-c", wanted.works], "the linters do not start")


if __name__ == "__main__":
    sys.exit(main())
