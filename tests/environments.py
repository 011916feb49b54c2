"""The interpreters that the suite runs real experiments in. Nothing is mocked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools" / "mxnet_environment.py"
OTHERS = ROOT / "tools" / "test_environment.py"
NO_PYTHON = 3
"""Exit status of the tool when no Python on the machine fits MXNet."""


class UnavailableError(Exception):
    """This machine can't have the interpreter, and no failure of ours is the reason."""


def mxnet_python() -> str:
    """``TFLINT_MXNET_PYTHON`` if set, else the one in ``.environments/mxnet``, made if needed."""
    given = os.environ.get("TFLINT_MXNET_PYTHON")
    if given:
        return given
    return _made(TOOL, "mxnet")


def _made(tool: Path, name: str, *arguments: str) -> str:
    """The interpreter in an environment, which the tool makes if it is not there."""
    made = subprocess.run(
        [sys.executable, tool, *arguments, ROOT / ".environments" / name],
        capture_output=True,
        text=True,
    )
    if made.returncode == NO_PYTHON:
        raise UnavailableError(made.stderr.strip())
    if made.returncode != 0:
        raise RuntimeError(made.stderr.strip())
    return made.stdout.strip()


def tensorflow_python() -> str:
    """An interpreter with TensorFlow: the running one, as the ``dev`` extra installs it."""
    if find_spec("tensorflow") is None:
        raise UnavailableError("TensorFlow is not installed here: pip install -e '.[dev]'")
    return sys.executable


def keras_2_python() -> str:
    """``TFLINT_KERAS_2_PYTHON`` if set, else the one in ``.environments/keras_2``, made if needed.

    It has the running interpreter's packages, and ``tf_keras`` besides.
    """
    return os.environ.get("TFLINT_KERAS_2_PYTHON") or _made(OTHERS, "keras_2", "keras_2")


def program(package: str, *others: str) -> str:
    """A program's path, by the name of its package or another; CI installs what is not there."""
    names = (package, *others)
    found = _on_path(names)
    if found is None and os.environ.get("CI") and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
            subprocess.run(["apt-get", *command], capture_output=True, timeout=600, check=False)
        found = _on_path(names)
    if found is None:
        raise UnavailableError(f"there is no {' or '.join(names)} on PATH")
    return found


def _on_path(names: Iterable[str]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def fixit_python() -> str:
    """``TFLINT_FIXIT_PYTHON`` if set, else the one in ``.environments/fixit``, made if needed."""
    return os.environ.get("TFLINT_FIXIT_PYTHON") or _made(OTHERS, "fixit", "fixit")


def jupyter_python() -> str:
    """``TFLINT_JUPYTER_PYTHON`` if set, else the one in ``.environments/jupyter``, made if needed."""
    return os.environ.get("TFLINT_JUPYTER_PYTHON") or _made(OTHERS, "jupyter", "jupyter")


def other_linters_python() -> str:
    """``TFLINT_OTHERS_PYTHON`` if set, else the one in ``.environments/others``, made if needed."""
    return os.environ.get("TFLINT_OTHERS_PYTHON") or _made(OTHERS, "others", "others")
