"""Make an environment with another linter, an editor's part or Keras 2, and print its interpreter's path.

    python tools/test_environment.py fixit .environments/fixit
    python tools/test_environment.py others .environments/others
    python tools/test_environment.py jupyter .environments/jupyter
    python tools/test_environment.py keras_2 .environments/keras_2

Fixit asks for a click older than 8.2, and has tflint beside it: where both are installed together, tflint
is tried with no newer one, which its users have. The others, TorchFix and Pylint, are tried by themselves:
TorchFix asks for a libcst older than ours. JupyterLab starts tflint from wherever that is. Keras 2 stands
beside the packages of the interpreter that runs this, TensorFlow among them, which it is not installed
with: what needs Keras 2 is told from what has none. An environment that is already there and works is kept.
"""

from __future__ import annotations

import argparse
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple

from mxnet_environment import PIP_OPTIONS, SetupError, answers, is_environment, locked, run

ROOT = Path(__file__).resolve().parent.parent


class Environment(NamedTuple):
    """What an environment has.

    Attributes:
        packages: what pip installs.
        works: Python that runs in one that is whole.
        is_beside: whether it sees the packages of this interpreter, and has no others of theirs.
    """

    packages: tuple[str | Path, ...]
    works: str
    is_beside: bool = False


ENVIRONMENTS = {
    "fixit": Environment(("fixit>=2.1", "--editable", ROOT), "import fixit.cli, tflint.cst"),
    "jupyter": Environment(
        ("jupyterlab>=4", "jupyterlab-lsp>=5", "ipykernel>=6"), "import jupyterlab_lsp, ipykernel"
    ),
    "keras_2": Environment(("--no-deps", "tf_keras"), "import tf_keras", is_beside=True),
    "others": Environment(("torchfix>=0.7", "pylint>=4"), "import flake8, pylint, torchfix"),
}


_LEAVE = """
import pathlib, sys, sysconfig
pathlib.Path(sysconfig.get_path("purelib"), "beside.pth").write_text(sys.argv[1], encoding="utf-8")
"""
"""Leaves a line where Python runs it at each start."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Make an environment for tests.")
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
        print(f"test_environment: {error}", file=sys.stderr)
        return 1
    print(python)
    return 0


def make(directory: Path, python: Path, wanted: Environment) -> None:
    """Build the environment, with this working tree as it is."""
    if directory.exists() and any(directory.iterdir()) and not is_environment(directory):
        raise SetupError(f"{directory} is not empty and not a virtual environment")
    run([sys.executable, "-m", "venv", "--clear", directory], "making the environment failed")
    if wanted.is_beside:
        see_packages_of_this(python)
    install = [python, "-m", "pip", "install", *PIP_OPTIONS, *wanted.packages]
    run(install, f"installing {directory.name} failed")
    run([python, "-c", wanted.works], f"{directory.name} does not start")


def see_packages_of_this(python: Path) -> None:
    """Let the interpreter of an environment import what this one has installed, after its own."""
    folders = dict.fromkeys(map(sysconfig.get_path, ("purelib", "platlib")))
    # Not plain paths: editable installs, tflint's among them, are found by files like this one.
    line = f"import site; [*map(site.addsitedir, {[*folders]!r})]"
    run([python, "-c", _LEAVE, line], "letting the environment see other packages failed")


if __name__ == "__main__":
    sys.exit(main())
